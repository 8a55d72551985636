"""Forms: settings of users, declared by the types of struct fields.

The package holds `Setting`, metadata of a field's type next to its bounds, and functions that read
such fields and their docstrings. The browser's forms with their defaults and limits, and the tables
in the documents, are generated from them. It has no settings of its own, which are declared in
their own modules, and no texts.
"""

from shengji.forms.fields import Field, Kind, defaults_of, fields_of, strictly
from shengji.forms.setting import Setting

__all__ = ["Field", "Kind", "Setting", "defaults_of", "fields_of", "strictly"]
