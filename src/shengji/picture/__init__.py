"""Pictures of a position, as SVG that needs nothing but a browser's own fonts.

What lives here: what a picture shows as plain data, how a card is drawn, and where everything lies.
What may not: rules, and what a viewer may know; who asks for a picture gives only that.
"""

from shengji.picture.drawing import draw
from shengji.picture.scene import Place, Row, Scene

__all__ = ["Place", "Row", "Scene", "draw"]
