"""Where everything lies in a position: one flat vector of integers with named offsets, copied as a whole.

Hexes are packed: terrain + 8 * building + 64 * (seat + 1) + 512 if part of a town. Land hexes are 0..76, rivers
0..35 in a numbering of their own. Own buildings are listed per seat and never leave the board, so a list only grows.
"""

from typing import Final

# --- the table -------------------------------------------------------------------------------------------------------
PLAYERS: Final = 0
ROUND: Final = 1  # 0 in set-up, 1..6, 7 when the game is over
TURN: Final = 2  # the seat whose turn it is in the action phase, else -1
ACTS: Final = 3  # power actions used this round, one bit each
HEIGHT: Final = 4  # frames on the stack
PASSED: Final = 5  # seats that have passed this round, one bit each
GONE: Final = 6  # seats that have left the game
OCCUPIED: Final = 7  # and 8: masks of land hexes that carry a building
SPANS: Final = 9  # mask of bridge sites that carry a bridge, whoever built it
LINKS: Final = 10  # mask of river hexes that join Mermaid buildings
LEAN: Final = 11  # 1: list what a search needs; 0: list what a person may do
RULES: Final = 12  # option bits
PASSERS: Final = 13  # how many seats stand in NEXT_ORDER
# --- this action -----------------------------------------------------------------------------------------------------
EVENTS: Final = 14  # buildings put up in this action that neighbours have not been offered power for
EVENT: Final = 15  # ..17: their hexes, oldest first
HOMES: Final = 18  # hexes turned into home terrain in this action
HOME: Final = 19  # ..21: which
SKIPPED: Final = 22  # hex + 1 for which tunnelling or carpet flight has been paid in this action
ROUGH: Final = 23  # hex + 1 that this action has transformed, but not to home
TURNING: Final = 24  # direction (+1 or -1) in which ROUGH was turned
TURNED: Final = 25  # by how many steps
MISSED: Final = 26  # cult tracks on which a step to 10 failed for want of a key in this action
# --- tiles -----------------------------------------------------------------------------------------------------------
ROUND_TILE: Final = 27  # 6 tiles, -1 while unknown
ORDER: Final = 33  # 5 seats in turn order
NEXT_ORDER: Final = 38  # 5 seats in the order of passing
CARD_AT: Final = 43  # 10 cards: -1 out of the game, 0 free, seat + 1 held
CARD_COINS: Final = 53  # 10 cards
FAVOR_LEFT: Final = 63  # 12 kinds
TOWN_LEFT: Final = 75  # 8 kinds
SPOTS: Final = 83  # 4 tracks x 4 priest spaces: seat + 1; the first is worth 3
HEX: Final = 99  # 77 packed hexes
# --- questions -------------------------------------------------------------------------------------------------------
STACK: Final = 176
DEPTH: Final = 20
SEATS: Final = STACK + 4 * DEPTH
# --- per seat --------------------------------------------------------------------------------------------------------
SEAT: Final = 32
FACTION: Final = 0  # -1 until chosen
VP: Final = 1
COINS: Final = 2
WORKERS: Final = 3
PRIESTS: Final = 4
BOWL1: Final = 5
BOWL2: Final = 6
BOWL3: Final = 7
CULT: Final = 8  # ..11
KEYS: Final = 12
SHIP: Final = 13
DIG: Final = 14
COUNT: Final = 14  # + building kind 1..5: how many stand on the board (15..19)
FAVORS: Final = 20  # mask of favor tiles
CARD: Final = 21  # bonus card held, -1 none
USED: Final = 22  # once-a-round spaces used: 1 card, 2 FAV6, 4 stronghold
SENT: Final = 23  # priests standing on the cult board
BRIDGES: Final = 24  # mask of bridge sites this seat has built on
RANGE: Final = 25  # carpet flight lengthened by town tiles
TOWNS: Final = 26  # town tiles, three bits a kind
OWNS: Final = 27  # buildings in the list below
NETWORK: Final = 28  # largest connected area, known once the game is over
OWN: Final = SEATS + 5 * SEAT  # 5 x 18 hexes
OWN_SIZE: Final = 18
SIZE: Final = OWN + 5 * OWN_SIZE

# --- buildings -------------------------------------------------------------------------------------------------------
DWELLING: Final = 1
TRADING: Final = 2
TEMPLE: Final = 3
STRONGHOLD: Final = 4
SANCTUARY: Final = 5
IN_TOWN: Final = 512

# --- option bits -----------------------------------------------------------------------------------------------------
R_LEECH_STRICT: Final = 1
R_NO_ERRATA: Final = 2
R_SPADE_TILE_ANY: Final = 4
R_STRICT_SPLIT: Final = 8
R_SPADE_USED: Final = 16
R_VARIABLE: Final = 32
R_TOWNS: Final = 64
R_CARD: Final = 128
R_TEMPLES: Final = 256
R_DRAWN: Final = 512
R_LEAVING: Final = 1024
R_CULTIST_EACH: Final = 2048
R_IDLE: Final = 4096
R_SERVER: Final = 8192

USED_CARD: Final = 1
USED_FAVOR: Final = 2
USED_STRONGHOLD: Final = 4

# --- frames: questions to a seat or to chance ------------------------------------------------------------------------
F_TILE: Final = 1  # chance: the tile of round a
F_OUT: Final = 2  # chance: a card that stays in the box, a still to go
F_FACTION: Final = 3  # pick (or chance: draw) a faction
F_PLACE: Final = 4  # a first dwelling
F_CARD: Final = 5  # the first bonus card
F_MAIN: Final = 6
F_SPADES: Final = 7  # a spades left; b = 1 in the cult phase
F_BUILD: Final = 8  # a dwelling on a hex turned home, or dig on
F_STORM: Final = 9
F_RIDE: Final = 10
F_SWARM: Final = 11
F_BRIDGE: Final = 12
F_ORDAIN: Final = 13
F_CULT: Final = 14  # a steps on one track; b = 1 outside the own turn, 2 by the favor tile
F_FAVOR: Final = 15  # a tiles
F_TOWN: Final = 16
F_STAY: Final = 17  # a = tracks that could reach 10, b = town tile
F_POST: Final = 18
F_LEECH: Final = 19  # a power offered, b builder
# --- frames that answer themselves -----------------------------------------------------------------------------------
A_SETUP: Final = 20  # a stage, b position
A_OFFERS: Final = 21
A_SETTLED: Final = 22  # a takers, b decliners: the Cultists' due
A_NEXT: Final = 23
A_ROUND_END: Final = 24
A_ROUND_START: Final = 25
