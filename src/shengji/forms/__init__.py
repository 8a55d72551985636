"""Forms: what people set, declared once by the types of its fields.

What lives here: `Setting`, which a field's type carries besides its bounds, the reading of such
fields, and that of docstrings, which say what a field means. The browser's forms, their defaults
and limits, and the tables in the documents are made of them. What may not: what is set, which
stands with its subject, and words.
"""

from shengji.forms.fields import Field, Kind, defaults_of, fields_of, strictly
from shengji.forms.setting import Setting

__all__ = ["Field", "Kind", "Setting", "defaults_of", "fields_of", "strictly"]
