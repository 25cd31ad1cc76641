"""What the generated text of a unit says: all that is in the data, in sentences that can be read in each language."""

import json
from typing import Any

import pytest

from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import box_units
from terrarium.workshop.files import read_unit
from terrarium.workshop.text import Teller, card

Page = dict[str, Any]


def told(language: str, *ability: Page, piece: Page | None = None, kind: str = "power") -> str:
    """The card of a unit with these sentences."""
    page: Page = {"kind": kind, "id": "odd", "name": {"en": "Odd"}, "tokens": 3, "ability": list(ability)}
    if piece is not None:
        name = {"en": "Web", "zh-Hant": "蛛網", "zh-Hans": "蛛网"}
        page["piece"] = {"id": "web", "name": name, **piece}
    file = read_unit(json.dumps({"format": 1, "unit": page}))
    assert file.problems == []
    return card(Words(language, "small-world"), file)


@pytest.mark.parametrize(
    ("ability", "en", "zh"),
    [
        ({"losses": 0, "where": "shore", "once": True},
         "Once per turn: you lose no token when one of your regions beside a sea or lake is conquered.",
         "每回合一次：你的靠海洋或湖泊的地區被征服時不損失標記。"),
        ({"income": 1, "where": "shore"},
         "+1 coin for each region you occupy beside a sea or lake.", "每片你佔領的靠海洋或湖泊的地區 +1 枚錢幣。"),
        ({"losses": {"sub": ["lost", 1]}, "once": True},
         "Once per turn you lose 1 token less.", "每回合一次，少損失 1 個標記。"),
        ({"price": -1, "where": {"or": ["shore", "sea"]}},
         "1 token less for regions beside a sea or lake or sea regions.",
         "征服靠海洋或湖泊的地區或海洋地區少用 1 個標記。"),
        ({"reach": {"and": ["shore", {"not": "immune"}]}},
         "You may conquer regions beside a sea or lake and without immunity from anywhere.",
         "可征服任何靠海洋或湖泊的、不免疫的地區，不必相鄰。"),
        ({"turn_income": {"min": ["used", 3]}},
         "Coins equal to the lower of the count of this turn and 3 at the end of your turn.",
         "回合結束時得錢幣，數目為本回合計數和 3 中較小者。"),
        ({"turn_income": 2, "if": {"at_least": ["hand", 2]}},
         "+2 coins at the end of your turn if the number of tokens in hand is 2 or more.",
         "若手中標記數至少是 2，回合結束時 +2 枚錢幣。"),
        ({"when": "attacked", "do": {"set_kept": {"add": ["kept", "killed"]}}},
         "After each of your attacks: add the number of tokens that were lost to the lasting count.",
         "每次攻擊後：長期計數加損失的標記數。"),
        ({"when": "scored", "do": {"gain": "kept"}},
         "After scoring: gain coins equal to the lasting count.", "結算之後：得錢幣，數目為長期計數。"),
        ({"when": "spare", "do": {"return": {"count": "held"}}},
         "After your conquests: put 1 token for each region you occupy back into the tray.",
         "征服之後：每片你佔領的地區向收納盒放回 1 個標記。"),
        ({"when": "spare", "do": {"return": "used"}},
         "After your conquests: put tokens equal to the count of this turn back into the tray.",
         "征服之後：向收納盒放回標記，數目為本回合計數。"),
        ({"helpers": "kept"},
         "In each conquest you are helped by tokens equal to the lasting count (8 at most), beside at least 1 token.",
         "征服時仍需至少 1 個標記，另外相助的有標記，數目為長期計數（最多 8）。"),
        ({"link": {"from": "mine", "to": {"same_terrain": "mine"}}},
         "Mine regions and regions of the same terrain as mine regions are adjacent for you.",
         "礦井地區和與礦井地區同地形的地區對你而言相鄰。"),
        ({"toll": 1, "where": "mountain"},
         "Whoever conquers one of your mountain regions pays you 1 coin.",
         "征服你的山脈地區的玩家付你 1 枚錢幣。"),
        ({"when": "start", "do": {"ask": "region", "among": "mountain", "whose": "player", "then": {"gain": 1}}},
         "When your turn begins: you may choose a region among mountain regions of your races, in decline too: "
         "gain 1 coin.",
         "回合開始時：可以在你所有種族（含衰落）的山脈地區中選一片：得 1 枚錢幣。"),
        ({"when": "declining", "do": {"gain": {"count": {"and": ["held", "swamp"]}}}},
         "When you go into decline: gain 1 coin for each swamp region you occupy.",
         "衰落時：每片你佔領的沼澤地區得 1 枚錢幣。"),
        ({"turn_income": {"div": [{"count": "held"}, 3]}},
         "+1 coin for every 3 regions you occupy at the end of your turn.",
         "回合結束時每 3 片你佔領的地區 +1 枚錢幣。"),
        ({"when": "scored", "do": {"rob": {"adjacent": "held"}}},
         "After scoring: take 1 coin from each other player with an active token in regions next to regions you "
         "occupy.",
         "結算之後：向在與你佔領的地區相鄰的地區有活躍標記的其他玩家各收取 1 枚錢幣。"),
        ({"when": "conquered", "if": {"victim_faction": "alliance"}, "do": {"gain": 1}},
         "After each of your conquests, if the race was of the Alliance: gain 1 coin.",
         "每次征服後，若對方屬於聯盟：得 1 枚錢幣。"),
        ({"reach": "mountain", "enters": True},
         "You may conquer mountain regions from anywhere, as if you came in from outside.",
         "可征服任何山脈地區，不必相鄰，視同從外面進入。"),
        # Nothing is said twice, and what is not so is said of the region itself.
        ({"turn_income": 1, "if": {"some": "natives"}},
         "+1 coin at the end of your turn if there is any region of the natives.",
         "若至少有 1 片有原住民的地區，回合結束時 +1 枚錢幣。"),
        ({"turn_income": 1, "if": {"some": {"and": ["held", "natives"]}}},
         "+1 coin at the end of your turn if you occupy any region of the natives.",
         "若你至少佔領 1 片有原住民的地區，回合結束時 +1 枚錢幣。"),
        ({"turn_income": 1, "if": {"not": {"some": "natives"}}},
         "+1 coin at the end of your turn if there is no region of the natives.",
         "若沒有任何有原住民的地區，回合結束時 +1 枚錢幣。"),
        ({"income": 1, "where": {"not": {"adjacent": "sea"}}},
         "+1 coin for each region you occupy not next to sea regions.",
         "每片你佔領的不與海洋地區相鄰的地區 +1 枚錢幣。"),
        ({"turn_income": {"islands": "natives"}},
         "+1 coin for each board with regions of the natives at the end of your turn.",
         "回合結束時有原住民的地區所在的每塊版圖 +1 枚錢幣。"),
        ({"turn_income": {"groups": "held"}},
         "+1 coin for each group of regions you occupy at the end of your turn.",
         "回合結束時你佔領的地區每連成一群 +1 枚錢幣。"),
        ({"price": -1, "where": {"and": ["enemy", {"or": ["hill", "shore"]}]}},
         "1 token less for hill regions of other players or regions of other players and beside a sea or lake.",
         "征服其他玩家的山丘地區或其他玩家的、靠海洋或湖泊的地區少用 1 個標記。"),
        ({"income": 1, "where": {"not": "hill"}},
         "+1 coin for each region you occupy other than hill regions.",
         "每片你佔領的地區（山丘地區除外）+1 枚錢幣。"),
        ({"when": "scored", "do": []}, "After scoring: nothing happens.", "結算之後：什麼都不發生。"),
        ({"aid": {"rolls": "after", "target": "hill", "once": "turn"}},
         "Once per turn roll the die for a conquest of a hill region; a low roll ends your conquests.",
         "每回合一次：征服山丘地區時可以擲骰；點數不足則結束征服。"),
        # The article is the one that is said aloud.
        ({"when": "conquered", "if": {"in": "edge"}, "do": {"gain": 1}},
         "After each of your conquests, if it is an edge region: gain 1 coin.",
         "每次征服後，若該地區是邊緣地區：得 1 枚錢幣。"),
        # A question that is put again says how long.
        ({"when": "ready", "do": {"ask": "yes_no", "times": 2, "then": [{"pay": 1}, {"recruit": 1}]}},
         "Before your conquests: you may pay 1 coin, then take 1 token from the tray, again as often as you like.",
         "征服之前：可以付 1 枚錢幣，然後從收納盒取 1 個標記，次數不限。"),
        ({"when": "ready", "do": {"ask": "yes_no", "times": "coins", "then": [{"pay": 1}, {"recruit": 1}]}},
         "Before your conquests: you may pay 1 coin, then take 1 token from the tray, again while the number of your "
         "coins is 1 or more.",
         "征服之前：可以付 1 枚錢幣，然後從收納盒取 1 個標記，只要你的錢幣數至少是 1 就可以再來一次。"),
        # Brackets stand where a reader would reckon otherwise, or would not know what “and” and “or” join.
        ({"turn_income": {"mul": [{"add": ["kept", 1]}, 2]}},
         "Coins equal to (the lasting count plus 1) times 2 at the end of your turn.",
         "回合結束時得錢幣，數目為（長期計數加 1）乘 2。"),
        ({"turn_income": {"sub": ["coins", {"sub": ["kept", 1]}]}},
         "Coins equal to the number of your coins minus (the lasting count minus 1) at the end of your turn.",
         "回合結束時得錢幣，數目為你的錢幣數減（長期計數減 1）。"),
        ({"turn_income": 1, "if": {"all": [{"any": ["active", "entering"]}, "my_turn"]}},
         "+1 coin at the end of your turn if (you are active or you occupy no region) and it is your turn.",
         "若（種族活躍或你沒有地區）且是你的回合，回合結束時 +1 枚錢幣。"),
        ({"turn_income": 1, "if": {"not": {"all": ["active", "entering"]}}},
         "+1 coin at the end of your turn unless (you are active and you occupy no region).",
         "除非（種族活躍且你沒有地區），回合結束時 +1 枚錢幣。"),
    ],
)  # fmt: skip
def test_a_sentence_reads_as_people_write(ability: Page, en: str, zh: str) -> None:
    assert told("en", ability) == en
    assert told("zh-Hant", ability) == zh


@pytest.mark.parametrize(
    ("ability", "en", "zh"),
    [
        # Only one's own regions pay, are paid for and hold pieces, whatever they lie beside.
        ({"income": 1, "where": {"adjacent": "held"}},
         "+1 coin for each region you occupy next to regions you occupy.",
         "每片你佔領的與你佔領的地區相鄰的地區 +1 枚錢幣。"),
        ({"income": 1, "where": {"or": [{"and": ["held", "forest"]}, {"adjacent": "sea"}]}},
         "+1 coin for each forest region you occupy or region you occupy next to sea regions.",
         "每片你佔領的森林地區或你佔領的與海洋地區相鄰的地區 +1 枚錢幣。"),
        ({"toll": 1, "where": {"not": "forest"}},
         "Whoever conquers one of your regions other than forest regions pays you 1 coin.",
         "征服你的地區（森林地區除外）的玩家付你 1 枚錢幣。"),
        ({"toll": 1, "where": {"adjacent": "held"}},
         "Whoever conquers one of your regions next to regions you occupy pays you 1 coin.",
         "征服你的與你佔領的地區相鄰的地區的玩家付你 1 枚錢幣。"),
        ({"toll": 1, "where": "all"},
         "Whoever conquers one of your regions pays you 1 coin.", "征服你的地區的玩家付你 1 枚錢幣。"),
        ({"forbid": True, "where": {"crowded": {"tokens": 4}}, "if": "my_turn"},
         "Your regions with 4 or more tokens cannot be attacked if it is your turn.",
         "若是你的回合，你的有 4 個以上標記的地區不能被攻擊。"),
        ({"when": "end", "do": {"lay": "all"}},
         "After you redeploy: place a Web in regions you occupy. Web: 1 piece.",
         "重新部署之後：在你佔領的地區放置蛛網。蛛網：1 個。"),
        ({"when": "end", "do": {"give_up": "swamp"}},
         "After you redeploy: put 1 token of swamp regions of your races, in decline too back into the tray, even the "
         "last.", "重新部署之後：把你所有種族（含衰落）的沼澤地區的 1 個標記放回收納盒，最後一個也行。"),
        # A limit that leaves something out says what.
        ({"limit": {"not": "sea"}}, "You may not conquer sea regions.", "不能征服海洋地區。"),
        # Prices go up and down, and a number that may do both says so.
        ({"price": {"mul": [-1, {"count": {"and": ["held", "mine"]}}]}},
         "1 token less for every region for each mine region you occupy.",
         "征服任何地區，每片你佔領的礦井地區少用 1 個標記。"),
        ({"price": {"sub": [0, {"count": {"and": ["held", "mine"]}}]}},
         "1 token less for every region for each mine region you occupy.",
         "征服任何地區，每片你佔領的礦井地區少用 1 個標記。"),
        ({"price": {"if": {"in": "water"}, "then": 2, "else": -1}},
         "For every region 2 tokens more if it is a water region, else 1 token less.",
         "征服任何地區：若該地區是水域地區，多用 2 個標記；否則少用 1 個標記。"),
        ({"price": {"if": {"in": "water"}, "then": -1}, "if": "my_turn"},
         "1 token less for every region if it is a water region and it is your turn.",
         "若該地區是水域地區且是你的回合，征服任何地區少用 1 個標記。"),
        ({"price": {"sub": ["round", 3]}},
         "The price of every region rises by the number of the round minus 3, or falls where that is negative.",
         "征服任何地區的費用增加輪數減 3，得數為負時則減少。"),
        ({"price": {"add": ["used", -3]}},
         "The price of every region rises by the count of this turn minus 3, or falls where that is negative.",
         "征服任何地區的費用增加本回合計數減 3，得數為負時則減少。"),
        ({"price": {"mul": [-1, "used"]}},
         "The price of every region falls by the count of this turn.", "征服任何地區的費用減少本回合計數。"),
        ({"price": {"mul": ["used", -2]}},
         "The price of every region falls by 2 times the count of this turn.",
         "征服任何地區的費用減少 2 乘本回合計數。"),
        ({"price": "round"},
         "The price of every region rises by the number of the round.", "征服任何地區的費用增加輪數。"),
        # What is cut is told.
        ({"turn_income": {"div": ["round", 2]}},
         "Coins equal to the number of the round divided by 2 (rounded down) at the end of your turn.",
         "回合結束時得錢幣，數目為輪數除以 2（捨去小數）。"),
        ({"income": 5},
         "+5 coins for each region you occupy (fewer from 9 regions on).",
         "每片你佔領的地區 +5 枚錢幣（佔領 9 片以上時較少）。"),
        ({"toll": {"count": "held"}},
         "Whoever conquers one of your regions pays you 1 coin for each region you occupy (5 at most).",
         "征服你的地區的玩家每片你佔領的地區付你 1 枚錢幣（最多 5）。"),
        ({"stays": 1}, "1 token stays in each region in decline.", "衰落時每片地區留下 1 個標記。"),
        ({"stays": {"min": ["tokens_here", 3]}},
         "Up to 3 tokens stay in each region in decline.", "衰落時每片地區最多留下 3 個標記。"),
        ({"losses": {"sub": ["lost", 1]}, "if": {"in": "hill"}},
         "You lose 1 token less when one of your regions is conquered if it is a hill region.",
         "若該地區是山丘地區，你的地區被征服時少損失 1 個標記。"),
        ({"losses": {"sub": ["lost", 2]}, "where": "hill", "once": True},
         "Once per turn: you lose 2 tokens less when one of your hill regions is conquered.",
         "每回合一次：你的山丘地區被征服時少損失 2 個標記。"),
        ({"stays": 2}, "Up to 2 tokens stay in each region in decline.", "衰落時每片地區最多留下 2 個標記。"),
        ({"losses": 2}, "You lose no more than 2 tokens when one of your regions is conquered.",
         "你的地區被征服時最多損失 2 個標記。"),
        # A list is a list, and what does not hold is said as people say it.
        ({"price": -1, "where": {"or": ["mine", "magic", "cavern", "coastal"]}},
         "1 token less for mine, magic, cavern or coastal regions.", "征服礦井、魔法、洞窟或沿岸地區少用 1 個標記。"),
        ({"price": -1, "where": {"and": ["edge", {"not": "sea"}, {"not": "lake"}]}},
         "1 token less for edge regions other than sea regions and lake regions.",
         "征服邊緣地區（海洋地區、湖泊地區除外）少用 1 個標記。"),
        ({"turn_income": {"min": ["used", "kept", 3]}},
         "Coins equal to the lower of the count of this turn, the lasting count and 3 at the end of your turn.",
         "回合結束時得錢幣，數目為本回合計數、長期計數和 3 中較小者。"),
        ({"turn_income": 1, "if": {"all": ["active", {"not": {"some": "mine"}}, {"not": "entering"}]}},
         "+1 coin at the end of your turn if you are active, there is no mine region and you occupy a region.",
         "若種族活躍、沒有任何礦井地區且你有地區，回合結束時 +1 枚錢幣。"),
        ({"when": "conquered", "if": {"in": {"not": "edge"}}, "do": {"gain": 1}},
         "After each of your conquests, unless it is an edge region: gain 1 coin.",
         "每次征服後，除非該地區是邊緣地區：得 1 枚錢幣。"),
        ({"when": "conquered", "if": {"in": "here"}, "do": {"gain": 1}},
         "After each of your conquests, if it is that region: gain 1 coin.",
         "每次征服後，若該地區是該地區：得 1 枚錢幣。"),
        # What lies beside regions that are told by what they lie beside.
        ({"reach": {"adjacent": {"adjacent": "held"}}},
         "You may conquer regions next to regions next to regions you occupy from anywhere.",
         "可征服任何與（與你佔領的地區相鄰的地區）相鄰的地區，不必相鄰。"),
        ({"price": -1, "where": "non_empty"},
         "1 token less for regions where somebody stands.", "征服非空置的地區少用 1 個標記。"),
    ],
)  # fmt: skip
def test_a_sentence_promises_what_the_rules_give(ability: Page, en: str, zh: str) -> None:
    piece = {"stock": 1} if "lay" in str(ability) else None
    assert told("en", ability, piece=piece) == en
    assert told("zh-Hant", ability, piece=piece) == zh


MAY: Page = {"ask": "yes_no", "then": [{"pay": 1}, {"recruit": 1}], "else": {"gain": 1}}
IF_RICH: Page = {"if": {"at_least": ["coins", 1]}}


@pytest.mark.parametrize(
    ("effects", "en", "zh"),
    [
        # Whether something is asked is told before it; what follows a no hangs on nothing else.
        ({**MAY, **IF_RICH},
         "When your turn begins: if the number of your coins is 1 or more, you may pay 1 coin, then take 1 token from "
         "the tray; if you do not, gain 1 coin.",
         "回合開始時：若你的錢幣數至少是 1，可以付 1 枚錢幣，然後從收納盒取 1 個標記；若不這麼做，得 1 枚錢幣。"),
        ([{"gain": 2}, {"ask": "region", "if": {"not": "entering"}, "then": {"pay": 1}, "else": {"gain": 1}}],
         "When your turn begins: gain 2 coins, then unless you occupy no region, you may choose a region among regions "
         "you occupy: pay 1 coin; if you do not, gain 1 coin.",
         "回合開始時：得 2 枚錢幣，然後除非你沒有地區，可以在你佔領的地區中選一片：付 1 枚錢幣；若不這麼做，"
         "得 1 枚錢幣。"),
        # What stands behind a question does not wait for the answer.
        ([{**MAY, **IF_RICH}, {"gain": 2, "if": {"equal": ["coins", 0]}}],
         "When your turn begins: if the number of your coins is 1 or more, you may pay 1 coin, then take 1 token from "
         "the tray; if you do not, gain 1 coin. When your turn begins: gain 2 coins if the number of your coins is 0.",
         "回合開始時：若你的錢幣數至少是 1，可以付 1 枚錢幣，然後從收納盒取 1 個標記；若不這麼做，得 1 枚錢幣。"
         "回合開始時：若你的錢幣數是 0，得 2 枚錢幣。"),
        ({"ask": "yes_no", "then": {"gain": 2, "if": "active"}},
         "When your turn begins: you may gain 2 coins if you are active.",
         "回合開始時：可以這麼做：若種族活躍，得 2 枚錢幣。"),
        ({"ask": "region", "among": "own_declined", "whose": "player", "then": {"give_up": "here"}},
         "When your turn begins: you may choose a region among regions of your races in decline: put 1 token of that "
         "region back into the tray, even the last.",
         "回合開始時：可以在你衰落種族的地區中選一片：把該地區的 1 個標記放回收納盒，最後一個也行。"),
        ({"give_up": "own_declined"},
         "When your turn begins: put 1 token of regions of your races in decline back into the tray, even the last.",
         "回合開始時：把你衰落種族的地區的 1 個標記放回收納盒，最後一個也行。"),
    ],
)  # fmt: skip
def test_what_hangs_on_an_answer_can_be_read_one_way_only(effects: Any, en: str, zh: str) -> None:
    assert told("en", {"when": "start", "do": effects}) == en
    assert told("zh-Hant", {"when": "start", "do": effects}) == zh


USE: Page = {"aid": {"once": "turn", "needs": "nothing"}}
CHEAPER: Page = {"price": -2, "if": "armed"}


def test_an_aid_and_what_it_is_used_for_are_one_sentence() -> None:
    bring: Page = {"when": "conquered", "if": "armed", "do": {"gain": 1}}
    assert told("en", USE, CHEAPER, bring) == (
        "Once per turn conquer a region for 2 tokens less; no token in hand is needed; afterwards gain 1 coin."
    )
    assert (
        told("zh-Hant", USE, CHEAPER, bring) == "每回合一次：1 次征服少用 2 個標記；手中不必有標記；之後得 1 枚錢幣。"
    )
    near = told("en", USE, {"reach": "all", "if": "armed"})
    assert near == "Once per turn conquer any region, near or far; no token in hand is needed."


@pytest.mark.parametrize(
    "other",
    [
        {**CHEAPER, "where": "hill"},
        {**CHEAPER, "in_decline": True},
        {**CHEAPER, "if": {"all": ["armed", "active"]}},
        {"when": "conquered", "if": "armed", "do": {"gain": 1, "if": "active"}},
        {"when": "attacked", "if": "armed", "do": {"gain": 1}},
    ],
)
def test_what_holds_elsewhere_or_at_other_times_stays_a_sentence_of_its_own(other: Page) -> None:
    text = told("en", USE, other)
    assert text.startswith("Once per turn use a special conquest; no token in hand is needed. ")
    assert "if it was used" in text


def test_a_terrain_of_another_title_has_its_name() -> None:
    """What the title prints under another name is called by that, what it does not print as the other title does."""
    page = {"kind": "power", "id": "odd", "name": {"en": "Odd"}, "tokens": 3}
    for terrain, name in (("mud", "沼澤"), ("farmland", "田野"), ("river", "河流"), ("volcano", "火山")):
        file = read_unit(json.dumps({"format": 1, "unit": {**page, "ability": [{"income": 1, "where": terrain}]}}))
        assert card(Words("zh-Hant", "warcraft"), file) == f"每片你佔領的{name}地區 +1 枚錢幣。"


def test_a_latin_name_has_blanks_around_it_in_chinese() -> None:
    page: Page = {"kind": "power", "id": "odd", "name": {"en": "Odd"}, "tokens": 3}
    page |= {"piece": {"id": "web", "name": {"en": "Web"}}, "ability": [{"when": "end", "do": {"lay": "held"}}]}
    text = card(Words("zh-Hans", "small-world"), read_unit(json.dumps({"format": 1, "unit": page})))
    assert text == "重新部署之后：在你占领的地区放置 Web。Web：1 个。"


def test_whoever_may_leave_is_told_so_in_a_sentence() -> None:
    text = told("en", {"when": "declining", "do": {"ask": "yes_no", "then": {"leave": True}}})
    assert text == "When you go into decline: you may do this: all your tokens leave the map."


@pytest.mark.parametrize(
    ("when", "condition", "paid", "en", "zh"),
    [
        ("conquered", "was_non_empty", {"turn_income": "used"},
         "+1 coin for each non-empty region conquered this turn.", "本回合每征服一片非空置地區 +1 枚錢幣。"),
        ("felled", {"in": "hill"}, {"turn_income": "used"},
         "+1 coin for each hill region won this turn.", "本回合每贏得一片山丘地區 +1 枚錢幣。"),
        ("conquered", None, {"when": "deploying", "do": {"recruit": {"div": ["used", 3]}}},
         "At redeployment 1 new token for every 3 regions conquered this turn.",
         "重新部署時，本回合每征服 3 片地區，增加 1 個標記。"),
        ("conquered", "victim_active", {"turn_income": "used"},
         "+1 coin for each time this turn that you conquered a region and the race was active.",
         "本回合每次征服地區且對方種族活躍 +1 枚錢幣。"),
    ],
)  # fmt: skip
def test_what_is_counted_by_regions_is_told_of_regions(when: str, condition: Any, paid: Page, en: str, zh: str) -> None:
    tally = {"when": when, "do": {"set_used": {"add": ["used", 1]}}, **({"if": condition} if condition else {})}
    assert told("en", tally, paid) == en
    assert told("zh-Hant", tally, paid) == zh


@pytest.mark.parametrize(
    ("keeps", "told_as"),
    [
        ({"when": "wronged", "do": {"resent": True}}, ("forget who attacked you", "忘記是誰攻擊", "忘记是谁攻击")),
        (
            {"when": "end", "do": [{"gain": 1}, {"ask": "opponent"}]},
            ("forget whom you named", "忘記指定了誰", "忘记指定了谁"),
        ),
        ({"turn_income": "kept"}, ("set the lasting count to 0", "長期計數設為 0", "长期计数设为 0")),
    ],
)
def test_who_was_kept_in_mind_is_forgotten(keeps: Page, told_as: tuple[str, str, str]) -> None:
    for language, said in zip(LANGUAGES, told_as, strict=True):
        assert said in told(language, keeps, {"when": "scored", "do": {"set_kept": 0}})


def test_a_piece_begins_its_sentence_with_a_capital() -> None:
    assert card(Words("en", "small-world"), box_units("small-world")["fortified"]).endswith(
        "place a fortress in that region. +1 coin for each region you occupy with a fortress. "
        "Fortress: 6 pieces, +1 defence, stays in decline."
    )


def test_things_are_called_as_the_title_calls_them() -> None:
    file = box_units("warcraft")["archaeologist"]
    said = [card(Words(language, "warcraft"), file) for language in LANGUAGES]
    for text, words in zip(said, ("artifact and Legendary Place", "神器和傳奇地點", "神器和传奇地点"), strict=True):
        assert words in text
    assert "relic and place" in card(Words("en", "underground"), file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_was_played_keeps_its_sign(language: str) -> None:
    """The checker refuses it now; the card of a game that was played says what is written."""
    page = {"kind": "power", "id": "odd", "name": {"en": "Odd"}, "tokens": 3, "ability": [{"turn_income": -2}]}
    text = card(Words(language, "small-world"), read_unit(json.dumps({"format": 1, "unit": page})))
    assert "−2" in text
    assert "+" not in text


def test_a_trait_holds_in_decline_as_soon_as_anything_does() -> None:
    swims: Page = {"trait": "swims"}
    late = told("en", swims, {"income": 1, "in_decline": True})
    assert late.startswith("Seas, lakes and rivers are ordinary regions for you, even in decline.")
    assert "even in decline" not in told("en", swims, {"income": 1})


OURS = {
    "dwarves": ("每片你佔領的礦井地區 +1 枚錢幣，衰落後仍有效。", "每片你占领的矿井地区 +1 枚钱币，衰落后仍有效。"),
    "elves": ("你的地區被征服時不損失標記。", "你的地区被征服时不损失标记。"),
    "giants": ("征服與你佔領的山脈地區相鄰的地區少用 1 個標記。", "征服与你占领的山脉地区相邻的地区少用 1 个标记。"),
    "humans": ("每片你佔領的農田地區 +1 枚錢幣。", "每片你占领的农田地区 +1 枚钱币。"),
    "orcs": ("本回合每征服一片非空置地區 +1 枚錢幣。", "本回合每征服一片非空置地区 +1 枚钱币。"),
    "pillaging": ("本回合每征服一片非空置地區 +1 枚錢幣。", "本回合每征服一片非空置地区 +1 枚钱币。"),
    "tritons": ("征服沿岸地區少用 1 個標記。", "征服沿岸地区少用 1 个标记。"),
    "commando": ("征服任何地區少用 1 個標記。", "征服任何地区少用 1 个标记。"),
    "merchant": ("每片你佔領的地區 +1 枚錢幣。", "每片你占领的地区 +1 枚钱币。"),
    "seafaring": ("海洋、湖泊與河流視同普通地區。", "海洋、湖泊与河流视同普通地区。"),
    "stout": ("結算之後：可以進入衰落。", "结算之后：可以进入衰落。"),
}
"""What our units mean, written by hand as a card would have it."""


@pytest.mark.parametrize("name", OURS)
def test_our_own_units_read_as_what_they_mean(name: str) -> None:
    file = box_units("small-world")[name]
    assert (card(Words("zh-Hant", "small-world"), file), card(Words("zh-Hans", "small-world"), file)) == OURS[name]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", [{"shields": True}, {"returns": False}, {"most": 2}, {"immune": True}, {"defence": 2}])
def test_everything_that_a_piece_can_do_is_told(language: str, said: Page) -> None:
    lay = {"when": "end", "do": {"lay": "held"}}
    plain = told(language, lay, piece={"stock": 4})
    more = told(language, lay, piece={"stock": 4, **said})
    assert more != plain
    assert len(more) > len(plain)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_chinese_has_no_blank_between_characters_and_one_beside_numbers(language: str) -> None:
    text = told(
        language,
        {"when": "scored", "do": [{"gain": "kept"}, {"set_kept": {"count": "held"}}]},
        {"income": {"if": {"at_least": ["round", 5]}, "then": 2, "else": 1}},
    )
    assert Teller.PLAIN_BLANK.search(text) is None
    assert " 5 " in text


def test_what_one_toll_says_of_when_it_is_due_holds_for_all_of_the_unit() -> None:
    text = told("en", {"toll": 1, "where": "forest", "prepaid": True, "once": True}, {"toll": 2, "where": "hill"})
    assert "Whoever attacks one of your hill regions first pays you 2 coins, once per turn." in text
