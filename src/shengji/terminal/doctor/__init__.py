"""Diagnosis of an installation: whether a site can run on it.

The package contains results (`finding`) and checks by subject: `machine`, `site`, `storage`,
`address`. Checks change nothing.
"""

from shengji.extras import require

require("site", "litestar")
