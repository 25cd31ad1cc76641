"""The table that a log is played on: its set-up, the open question, answers that must be legal."""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.factions.faction import FACTION_HOOKS, Faction
from terrarium.terramystica.game import TITLE, TerraMystica
from terrarium.terramystica.map.board import BASE
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.snellman.log import Log


class LogTable:
    """A position that a log leads to."""

    def __init__(self, log: Log, options: dict[str, str]) -> None:
        self.log = log
        if log.problem is not None and not log.lines:
            raise log.problem
        if not 2 <= len(log.factions) <= 5:
            raise NotationError("log_players", {"n": len(log.factions)})
        if len(log.tiles) != 6:
            raise NotationError("log_tiles", {"n": len(log.tiles)})
        self.game = TITLE.game(len(log.factions), "", options)
        self.state: TerraMystica = self.game.new()
        self.state.watch()
        self.seat_of: dict[int, int] = {}

    # --- set-up ------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Tiles, cards left out, factions."""
        log = self.log
        for i in range(5, -1, -1):
            self.must(codes.TILE + log.tiles[i], log.rows["score"][i], "score " + ROUND_TILES[log.tiles[i]])
        for i, card in enumerate(log.out):
            if self.kind() != layout.F_OUT:
                break
            self.must(codes.OUT_CARD + card, log.rows["delete"][i], "delete " + CARDS[card])
        cards = 10 if log.options.get("shipping_card") == "on" else 9
        if len(log.out) != cards - len(log.factions) - 3:
            need = cards - len(log.factions) - 3
            raise NotationError("log_cards", {"n": len(log.out), "need": need, "players": len(log.factions)})
        for seat, faction in enumerate(log.factions):
            self.must(codes.PICK + faction, log.rows["setup"][seat], "setup " + FACTIONS[faction])
            self.seat_of[faction] = seat

    def board(self, seat: int) -> Faction:
        """What the seat's faction says of itself."""
        return FACTION_HOOKS[self.state.v[at(seat) + layout.FACTION]]

    # --- questions ---------------------------------------------------------------------------------------------------

    def kind(self) -> int:
        """The open question, 0 when the game is over."""
        v = self.state.v
        return int(v[top_of(v)]) if v[layout.HEIGHT] > 0 else 0

    def owner(self) -> int:
        v = self.state.v
        return int(v[top_of(v) + 1]) if v[layout.HEIGHT] > 0 else -1

    def legal(self, action: int) -> bool:
        return self.kind() > 0 and action in self.state.legal_actions()

    def give(self, action: int) -> None:
        """Answer, and let everything follow that needs no answer from the log."""
        self.state.apply(action)

    def must(self, action: int, row: int, text: str) -> None:
        """Answer, or refuse the row."""
        if not self.legal(action):
            raise self.refused(action, row, text)
        self.give(action)

    def refused(self, action: int, row: int, text: str) -> NotationError:
        """The sentence for a row that our rules refuse."""
        details: dict[str, object] = {
            "row": row,
            "text": text[:80],
            "action": codes.text_of(BASE, action),
            "because": "",
        }
        why = self.state.why_illegal(action) if self.kind() > 0 else None
        if why is not None:
            # who tells a person says `refusal.<reason>` with these arguments as `because`
            details["reason"] = why.code
            details["reason_args"] = why.args
        return NotationError("log_refused", details)
