"""Messages as the bot sends them: lobby, hand, bidding, board, result."""

from typing import Any

from tests.sandbox.page.fake_sandbox import (
    BO,
    DIRECT,
    IMAGE,
    Messages,
    button,
    container,
    row,
    text,
)

GREEN = 0x3BA55D
AMBER = 0xF2B64A
Json = dict[str, Any]
RULE = {"type": 14, "divider": True, "spacing": 1}
HELD = ["6-6", "6-5", "6-4", "5-5", "5-1", "3-2", "1-0"]


def emojis(*tiles: str) -> str:
    return "".join(f"<:t{t.replace('-', '')}:5000000000000000{t.replace('-', '')}>" for t in tiles)


def seat(words: str, label: str, custom_id: str) -> Json:
    return {"type": 9, "components": [text(words)], "accessory": button(label, custom_id)}


def lobby(messages: Messages) -> Json:
    return messages.v2(
        container(
            GREEN,
            text(
                "## Table 3 · Texas 42\nStraight 42 · 7 marks · forced bid · no clock · unrated\n"
                "-# Host Ana · no table talk about hands"
            ),
            RULE,
            seat("**North** · Ana\n-# ready", "Leave", "42:leave:k3:1:n"),
            seat("**East** · open\n-# tap to sit", "Sit", "42:sit:k3:1:e"),
            seat("**South** · Bo\n-# ready", "Leave", "42:leave:k3:1:s"),
            seat("**West** · AI Steady\n-# added by host", "Remove", "42:leave:k3:1:w"),
            RULE,
            row(
                button("Start", "42:start:k3:1", 3),
                button("Fill with AI", "42:fill:k3:1", 1),
                button("Rules", "42:rules:k3:1"),
            ),
            row(button("Options", "42:options:k3:1"), button("Cancel", "42:close:k3:1", 4)),
        )
    )


def tile_buttons(legal: list[str], seq: int, held: list[str] = HELD) -> list[Json]:
    made = [
        button(
            t,
            f"42:play:k3:{seq}:{t.replace('-', '')}",
            1 if t in legal else 2,
            disabled=t not in legal,
        )
        for t in held
    ]
    return [row(*made[i : i + 4]) for i in range(0, len(made), 4)]


def hand(messages: Messages, legal: list[str], seq: int = 12, **fields: Any) -> Json:
    return messages.v2(
        container(
            AMBER,
            text(
                "### Your turn, Ana — trick 1\nFives were led. You must play a five.\n"
                f"**You can play:** {', '.join(legal)}\n"
                "-# Trump fives · bid 32 by Bo (your partner) · we 0, they 0"
            ),
            text("# " + emojis(*HELD)),
            *tile_buttons(legal, seq),
            row(
                button("Last trick", f"42:last:k3:{seq}"),
                button("Hint", f"42:hint:k3:{seq}"),
                button("More", f"42:more:k3:{seq}"),
            ),
        ),
        **fields,
    )


def bidding(messages: Messages, **fields: Any) -> Json:
    others = [
        {"label": f"Bid {n}", "value": str(n), "description": f"{n} of 42 points"}
        for n in range(35, 42)
    ]
    select = {
        "type": 3,
        "custom_id": "42:call:k3:5",
        "placeholder": "Other bids: 35–41, marks",
        "options": [*others, {"label": "2 marks", "value": "2m"}],
    }
    return messages.v2(
        container(
            AMBER,
            text("### Your bid, Ana\nHigh bid: 31 by Cy. You need 32 or more."),
            text("**Your tiles:** 6-6, 6-5, 6-4, 5-5, 5-1, 3-2, 1-0\n# " + emojis(*HELD)),
            row(
                *(button(w, f"42:call:k3:5:{w}", 1) for w in ("32", "33", "34")),
                button("Pass", "42:call:k3:5:pass"),
            ),
            row(select),
            row(button("Hint", "42:hint:k3:5"), button("Bids so far", "42:bids:k3:5")),
        ),
        **fields,
    )


def board(messages: Messages, seconds: int = 4102444800, *, words: str = "Bo to play") -> Json:
    media = {"url": IMAGE, "width": 960, "height": 640}
    gallery = {"type": 12, "items": [{"media": media, "description": "Trick 1: Ana 5-4, Cy 5-3."}]}
    return messages.v2(
        container(
            GREEN,
            text(
                "## Table 3 · Hand 4 · Trick 1 of 7\n"
                "**Trump: fives** · Bid **32** by Ana (N/S) · led: **fives**"
            ),
            gallery,
            text(
                "# "
                + emojis("5-4", "5-3")
                + " ▢ ▢\nAna 5-4 led · Cy 5-3 · **Bo to play** · AI West —"
            ),
            RULE,
            text(
                "N/S 3 marks · E/W 2 | This hand N/S 0 of 32 · E/W 0 (set at 11)\n"
                f"-# {words} · <t:{seconds}:R>"
            ),
            row(
                button("My hand", "42:hand:k3:9", 1),
                button("Last trick", "42:last:k3:9"),
                button("More", "42:more:k3:9"),
            ),
        )
    )


def options_modal(nonce: str) -> Json:
    def options(*labels: str, chosen: int = 0) -> list[Json]:
        return [
            {"label": label, "value": str(n), "default": n == chosen}
            for n, label in enumerate(labels)
        ]

    def label(name: str, component: Json, note: str | None = None) -> Json:
        return {"type": 18, "id": 1, "label": name, "description": note, "component": component}

    return {
        "nonce": nonce,
        "id": "500000000000000042",
        "custom_id": "42:options:k3:1",
        "title": "Options of Table 3",
        "components": [
            {"type": 10, "content": "Changes hold from the **next** hand."},
            label(
                "Play to",
                {
                    "type": 21,
                    "custom_id": "target",
                    "options": options("3 marks", "5 marks", "7 marks", chosen=2),
                },
            ),
            label(
                "House rules",
                {
                    "type": 22,
                    "custom_id": "rules",
                    "required": False,
                    "min_values": 0,
                    "options": options("Forced bid", "Nello", "Splash", chosen=0),
                },
                "As many as you like.",
            ),
            label(
                "Clock",
                {"type": 3, "custom_id": "clock", "options": options("None", "60 s", "30 s")},
            ),
            label(
                "Name of the table",
                {"type": 4, "custom_id": "name", "style": 1, "min_length": 3, "max_length": 20},
            ),
        ],
    }


def ping(messages: Messages) -> Json:
    return messages.make(
        content="<@800000000000000001> your turn at Table 3. Fives were led.",
        mentions=[{"id": "800000000000000001"}],
        components=[row(button("My hand", "42:hand:k3:9", 1))],
    )


def evening(messages: Messages) -> list[Json]:
    """Build the messages of a channel, for screenshots."""
    talk = (
        "Evening all. **Bold**, *slanted*, `code`, ~~gone~~, ||hidden||\n- one\n- two\n> a quote\n"
        "See <#900000000000000100> and <@800000000000000001>"
    )
    return [
        messages.make(author=BO, content=talk),
        messages.make(author=BO, content="<:t66:500000000000000066><:t65:500000000000000065>"),
        lobby(messages),
        board(messages),
        ping(messages),
        hand(
            messages,
            ["6-5", "5-5", "5-1"],
            flags=64,
            interaction_metadata={"type": 2, "name": "hand", "user": BO},
        ),
    ]


def letters(messages: Messages) -> list[Json]:
    """Build a player's direct messages."""
    return [
        bidding(messages, channel=DIRECT),
        messages.make(DIRECT, flags=128),
    ]
