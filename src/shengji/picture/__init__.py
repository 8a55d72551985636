"""Pictures of a position, as SVG that needs only a browser's own fonts, and as plain text.

The package holds the contents of a picture as plain data, the drawing of cards, and the layout. It
has no rules and no access control: callers must pass only data that the viewer may see.
"""

from shengji.picture.board import board
from shengji.picture.drawing import draw
from shengji.picture.scene import Place, Row, Scene

__all__ = ["Place", "Row", "Scene", "board", "draw"]
