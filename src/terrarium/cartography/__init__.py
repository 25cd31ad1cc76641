"""Drawing maps of the players' own: from the places of the regions to borders and to outlines.

A region lies where it is nearest to one of its places; so whoever moves a place moves borders, and what is drawn is
what is played. `tools/cartographer` draws the maps of the box from their borders alone, slowly and once; this draws
from places, at once, with the same kind of lines and in the same form.
"""

from terrarium.cartography.ink import outline
from terrarium.cartography.plan import Plan, planned
from terrarium.cartography.reading import plan_of

__all__ = ["Plan", "outline", "plan_of", "planned"]
