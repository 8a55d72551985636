"""The examination of an installation: whether a site can run on it, and well.

What lives here: `finding`, what is found; the checks, by what they look at: `machine`, `site`,
`storage`, `address`. What may not: anything that changes what it looks at.
"""

from shengji.extras import require

require("site", "litestar")
