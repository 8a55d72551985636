"""Configuration of Sphinx, which makes the documents a site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import shengji

project = "shengji"
author = project_copyright = "The shengji authors"
version = release = shengji.__version__
extensions = ["myst_parser", "docs.site"]
exclude_patterns = ["zh", "**/__pycache__"]
nitpicky = True
html_theme = "furo"
html_title = f"shengji {version}"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
