"""The examples of the rule sources by id, with their source lines, and the tests of each."""

import pytest

_ROWS = """
000:13 P1; 000:17 P2; 000:21 P3; 000:133 P4; 000:126 P5.2; 000:127 P5.3; 000:128 P5.4;
000:129 P5.5; 000:130 P5.6; 000:80 P6; 000:80 P7; 000:80 P8; 000:110 P9; 000:141 P10;
000:143 P11; 000:146-153 P12; 000:56 H1; 000:60 H2; 000:64 H3; 000:68 H4; 000:74 H5; 000:96 H6;
000:102 H7; 000:108 H8; 000:114-116 H9; 000:173 H10; 000:191 H11; 000:68 H4w; 000:173 P13;
000:173 P14; 000:173 P15; 000:48 P16; 000:48 P17; 000:48 P18; 000:44 P19; 000:176 P20;
000:155 P21; 000:181 P22; 000:155 P23; 000:159 P24; 000:165 P25; 000:195 P26; 000:195 P27;
000:193 P28; 000:207 P29; 000:209 P30; 000:211 P31; 000:217 P32; 000:213 P33; 000:201 P34;
000:199 P35;
001:54 F2; 001:59 F3; 001:61 F4; 001:33-39 F5; 001:79-81 F6; 001:71-73 F7; 001:79 F8; 001:83 F9;
001:156 F10.80; 001:158 F10.88; 001:159 F10.79; 001:160 F10.84x6; 001:161 F10.84x8;
001:115-120 F11; 001:124 F12; 001:125 F13; 001:135-150 F14; 001:135-150 F14b; 001:172 F15;
001:172 F15b; 001:178 F16; 001:189 F17; 001:22 F1.6; 001:23 F1.5; 001:24 F1.4; 001:25 F1.3;
001:26 F1.2; 001:27 F1.1; 001:28 F1.0;
002:21 L1; 002:25 L2; 002:23 L3; 002:41 L4; 002:41 L5; 002:41 L6; 002:41 L7; 002:41 L8;
002:19 L10; 002:19 L11; 002:19 L12; 002:120 L13; 002:23 L14; 002:77-118 L15; 002:93-99 L16;
002:102-116 L17; 002:100 L18; 002:87 L19; 002:118 L20; 002:83 L21; 002:81 L22; 002:85 L23;
002:44 L9.30; 002:45 L9.31; 002:46 L9.32; 002:47 L9.33; 002:48 L9.34; 002:49 L9.35;
002:50 L9.36; 002:51 L9.37; 002:52 L9.38; 002:53 L9.39; 002:54 L9.40; 002:55 L9.41; 002:56 L9.42;
003:15 S1; 003:34 S2;
004:95-109 K2; 004:86 K3; 004:328 K4; 004:335 K5; 004:337 K6; 004:338 K7; 004:235 H12;
004:323 H13; 004:235-239 H12w; 004:326 H13w; 004:326 H13x; 004:250-255 K8; 004:255 K8b;
004:259 K9; 004:151 K10; 004:153 K11; 004:174-177 K12; 004:209 K13; 004:210 K14; 004:212 K15;
004:199 K16; 004:422 K17; 004:266-269 K18; 004:271 K19; 004:266 K20; 004:266 K21;
004:82 K1.0; 004:81 K1.1; 004:80 K1.2; 004:79 K1.3; 004:78 K1.4; 004:77 K1.5; 004:76 K1.6;
004:75 K1.D
"""

EXAMPLES = {
    name: line for line, name in (row.split() for row in _ROWS.replace("\n", " ").split(";"))
}


def example(*names):
    """Mark a test as covering these examples, and prepend their source to its docstring."""
    missing = [name for name in names if name not in EXAMPLES]
    if missing:
        raise ValueError(f"no such example: {missing}")

    def mark(test):
        test.examples = (*getattr(test, "examples", ()), *names)
        source = ", ".join(f"{name} ({EXAMPLES[name]})" for name in names)
        test.__doc__ = f"{source}: {test.__doc__ or test.__name__}"
        return test

    return mark


def rows(*rows):
    """Parametrize a test with one example per row: (id, value, …) becomes the case `id-source`."""
    return pytest.mark.parametrize(
        "row", [pytest.param(row[1:], id=f"{row[0]}-{EXAMPLES[row[0]]}") for row in rows]
    )
