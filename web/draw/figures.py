"""The two figures, and the small people of the road."""

from draw.kit import drawing, glow, group, line, oval, path, poly, rect

HAIR = "#2a1410"


def feather(turn: int, tone: str) -> str:
    parts = [
        path("M0 0c-9-10-8-28 0-38 8 10 9 28 0 38z", tone),
        line("M0-2v-30", "#fff", 1.1, 0.45),
        oval(0, -25, 3, 3.6, "gold"),
        oval(0, -25, 1.3, 1.7, "rd2"),
    ]
    return group(parts, extra=f'transform="translate(35 40) rotate({turn})"')


def god() -> str:
    """Chocolatl: a crown of feathers, a face of jade, a red body."""
    body = [
        path("M13 88h44v-7H13z", "st2"),
        path("M13 81h44l4-4H17z", "st1"),
        path("M57 88l4-4v-7l-4 4z", "st3"),
        path("M18 80q-1-20 6-24h22q7 4 6 24z", "rd1"),
        path("M44 56h2q7 4 6 24h-8z", "#000", 0.2),
        path("M26 56h18l-9 11z", "gold"),
        rect(18, 72, 34, 4.4, "gold"),
        path("M18 78q-8-2-6-12t8-8l2 6q-4 6 0 12z", "jadeskin"),
        path("M52 78q8-2 6-12t-8-8l-2 6q4 6 0 12z", "jadeskin"),
        oval(27, 80, 6, 4, "jadeskin"),
        oval(43, 80, 6, 4, "jadeskin"),
    ]
    face = [
        rect(18, 32, 34, 28, "jadeskin", 9),
        path("M43 32h1q8 0 8 9v10q0 9-8 9h-4q5-14 3-28z", "#000", 0.16),
        oval(16, 48, 5.6, 5.6, "gold"),
        oval(16, 48, 2.4, 2.4, "rd2"),
        oval(54, 48, 5.6, 5.6, "gold"),
        oval(54, 48, 2.4, 2.4, "rd2"),
        oval(27, 45, 5.2, 5.2, "#fff"),
        oval(43, 45, 5.2, 5.2, "#fff"),
        oval(27.6, 45.4, 2.6, 2.6, HAIR),
        oval(43.6, 45.4, 2.6, 2.6, HAIR),
        path("M32.5 47l2.5-4 2.5 4-1 3h-3z", "jade2"),
        rect(26, 53, 18, 3.6, "rd2", 1.6),
        path("M30 53h3v2.6h-3zM37 53h3v2.6h-3z", "#fff"),
        rect(15, 30, 40, 8, "gold", 3),
        path("M22 31h4v6h-4zM33 31h4v6h-4zM44 31h4v6h-4z", "rd2"),
    ]
    crown = [
        feather(turn, tone)
        for turn, tone in ((-58, "jade2"), (58, "jade2"), (-30, "jade"), (30, "jade"), (0, "jade2"))
    ]
    pod = [
        oval(35, 23, 5.4, 8.6, "pod4"),
        line("M35 15.5v15M32 17.5q-2 6 0 11M38 17.5q2 6 0 11", "#000", 0.9, 0.3),
    ]
    return drawing(70, 92, [oval(44, 88, 30, 4, "sh2"), *crown, *body, *face, *pod])


def old_man() -> str:
    stick = [line("M40 70V17q0-6-5-6", "wd3", 3.2)]
    cloak = [
        path("M13 70h28q-1-18-6-28-5-11-13-11-9 0-12 12-3 12-3 27z", "cloak"),
        path("M30 34q7 6 9 20l2 16h-9q2-20-2-36z", "#000", 0.22),
        rect(7.4, 65.5, 33.4, 4.5, "cloak2"),
        line("M9 60.5h30", "cloak2", 1.6, extra='stroke-dasharray="3 3"'),
    ]
    head = [
        oval(24, 23, 11.5, 11.5, "skin"),
        path("M12.5 23q-2-14 11.5-15 12 0 12 11-9-5-15-2-4 2-4 9z", "hair"),
        path("M14 24q-3 12 1 20l4-5-1-14z", "hair"),
        path("M23 30q6 3 11-1 2 10-5 19-8-4-6-18z", "hair"),
        line("M25 21.5q2-2 4.5-.6M32 21.4q2-1 3 .4", "hair", 1.8),
        oval(28, 24.5, 1.2, 1.4, HAIR),
        oval(33.2, 24.8, 1.1, 1.3, HAIR),
        path("M31 25l2.4 3.6h-3z", "#000", 0.18),
    ]
    hand = [path("M27 45q8-2 12 1v5q-6 1-12-1z", "cloak"), oval(39.5, 48, 3.4, 3.4, "skin")]
    return drawing(50, 74, [oval(28, 70, 24, 3.6, "sh2"), *stick, *cloak, *head, *hand])


def body(tone: str) -> list[str]:
    return [
        path("M6 26q-1-8 5-8t6 8l-1 12h-9z", tone),
        path("M8 37l-4 15h4l4-13 3 13h4l-4-15z", "skin"),
        path("M14 19q4 4 2 18h-3q2-10 1-18z", "#000", 0.2),
        oval(11.5, 11.5, 6, 6, "skin"),
        path("M5.5 11q0-7 6-7t6 7q-3-4-12 0z", HAIR),
    ]


def runner() -> str:
    torch = [
        line("M15 22L22 12", "skin", 3.4),
        line("M20 16L26 1", "wd3", 2.6),
        path("M27-10c5 6 4 11-1 12-5-1-5-7 1-12z", "fire", extra='class="flame"'),
        path("M26.5-4c2 3 2 5 0 6-2-1-2-4 0-6z", "fire2"),
    ]
    return drawing(34, 56, [glow(26, -3, 20), oval(16, 52, 12, 2.4, "sh2"), *body("rd1"), *torch])


def carrier() -> str:
    load = [
        rect(1, -6, 20, 11, "st2"),
        poly([(1, -6), (6, -11), (26, -11), (21, -6)], "st1"),
        poly([(21, -6), (26, -11), (26, 0), (21, 5)], "st3"),
    ]
    return drawing(
        26, 56, [oval(16, 52, 12, 2.4, "sh2"), *body("jade"), line("M7 22L4 6M16 22l4-16", "skin", 3), *load]
    )


def canoe() -> str:
    hull = [
        oval(24, 18, 24, 4, "wa3", 0.5),
        path("M0 10q24 12 48 0-4 9-14 9H14Q4 19 0 10z", "wd3"),
        path("M0 10q24 8 48 0-24 3-48 0z", "wd1"),
    ]
    man = [
        path("M19 11q0-7 5-7t5 7z", "rd1"),
        oval(24, 1, 3.4, 3.4, "skin"),
        path("M20.6 1q0-4 3.4-4t3.4 4q-3-2-6.8 0z", HAIR),
        line("M29 5L38 18", "wd2", 1.8),
    ]
    return drawing(48, 22, [*man, *hull])


DRAWINGS = {"god": god, "old_man": old_man, "runner": runner, "carrier": carrier, "canoe": canoe}
