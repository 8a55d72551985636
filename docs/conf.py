"""Configuration of Sphinx, which makes the documents a site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import shengji

project = "shengji"
author = project_copyright = "The shengji authors"
version = release = shengji.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "docs.site"]
autodoc_default_options = {"member-order": "bysource"}
autodoc_typehints_format = "short"
napoleon_use_ivar = True
exclude_patterns = ["zh", "**/__pycache__"]
source_suffix = [".md", ".rst"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # annotations name types that are not public
html_theme = "furo"
html_title = f"shengji {version}"
html_copy_source = False
html_show_sphinx = False
html_search_scorer = str(Path(__file__).with_name("search-scores.js"))
myst_heading_anchors = 4
