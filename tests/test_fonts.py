"""Characters of all sorts are drawn in pictures and on pages as they are, or named in an error."""

import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from command_line import fails, run
from fontTools.ttLib import TTFont
from PIL import Image, features
from pypdf import PdfReader

import cpmodels as cm
import readers
import renderers
from cpmodels import PuzzleError
from renderers import _fonts
from renderers._diagram_picture import Drawing, draw_diagram
from renderers._pdf import pdf
from renderers._raster import png
from renderers.picture import framed
from renderers.shapes import Text

ZIP = cm.read("zip-4")
CHARACTERS = {
    "letters": "éñßøłčőÀŽπΩλΣДяЖ",
    "arrows": "←↑→↓⇒↔↗⟳",
    "stars": "★☆✦✓✗",
    "fractions": "½¼¾⅓⅔⅛²₂",
    "boxes": "┌─┐│└┘├┼═║█▒▲▼◆●○■□",
    "games": "♔♕♖♗♘♙♚♛♜♝♞♟♠♥♦♣♡♢⚀⚅",
    "sky": "☀☽☾☂♂♀♪①",
    "signs": "∞√≤≥≠±÷…“”„€£°",
}
INSTALLED = _fonts.installed
NOWHERE = "魚"
"""A character that DejaVu Sans does not have; tests that need it missing leave installed fonts aside."""


@pytest.fixture(autouse=True)
def _bare(monkeypatch):
    """A machine without fonts of its own."""
    monkeypatch.setattr(_fonts, "installed", tuple)


def drawn(content, **given):
    """The pixels of a text."""
    return png([Text((30, 20), content, 20, "#000000", **given)], (0, 0, 60, 40), "#ffffff", 1)


@pytest.mark.parametrize("group", CHARACTERS)
def test_each_character_has_a_picture_of_its_own(group):
    pictures = {character: drawn(character) for character in CHARACTERS[group] + "?" + "eE12 "}
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize(("text", "font"), [("Zip 4 (?)", None), ("Größe ½", _fonts.DEJAVU)])
def test_a_text_is_in_one_font_if_one_has_all_of_it(text, font):
    """In the plain one, if that has it."""
    assert _fonts.parts(text, str.isascii, is_shaped=True) == [(text, font)]


def test_characters_of_several_fonts_stand_side_by_side(monkeypatch):
    other = Path("other.ttf")
    monkeypatch.setattr(_fonts, "installed", lambda: (other,))
    has = _fonts.has_character
    monkeypatch.setattr(
        _fonts, "has_character", lambda file, character: character in "魚 " if file == other else has(file, character)
    )
    usable = {"is_usable": lambda _: True, "is_shaped": True}
    assert _fonts.parts("a 魚 é", str.isascii, **usable) == [
        ("a ", None),
        ("魚", other),
        (" ", None),
        ("é", _fonts.DEJAVU),
    ]
    with pytest.raises(PuzzleError, match="U\\+9B5A"):
        _fonts.parts("a 魚 é", str.isascii, lambda _: False, is_shaped=True)


def test_an_accent_that_stands_apart_is_drawn_on_its_letter():
    assert drawn("e\u0301") == drawn("é")
    assert drawn("q\u0304") not in (drawn("q"), drawn("q\u0303"))


@pytest.mark.parametrize("file", [None, _fonts.DEJAVU])
def test_characters_that_are_there_are_told_from_those_that_are_not(file):
    """By the font's own table of characters, read by another program."""
    font = _fonts.font(file, 20)
    table = TTFont(BytesIO(font.font_bytes) if file is None else file).getBestCmap()
    codes = random.Random(5).sample([code for code in range(0x20, 0x20000) if chr(code).isprintable()], 4000)
    for character in map(chr, {*codes, *range(0x20, 0x7F), *range(0x300, 0x370)}):
        assert _fonts.has_character(file, character) == (ord(character) in table), ascii(character)


def test_a_sign_for_how_emoji_are_shown_is_not_drawn():
    assert drawn("\u2600\ufe0f") == drawn("\u2600")


@pytest.mark.parametrize(
    "label", ["½½½½", "→→→→", "10½", "WWWWW", "mmmm", "GOOGOO", "ΩΩΩ", "———", "漢字", "100", "abcdefghij"]
)
def test_a_label_stays_within_its_cell(label):
    """By the widths of its letters in both fonts of pictures; an ideograph, which neither has, is a square."""
    diagram = cm.Diagram(1, 1).numbers({(0, 0): label}, given=True)
    (text,) = (shape for shape in draw_diagram(diagram).shapes if isinstance(shape, Text))
    for file in (None, _fonts.DEJAVU):
        has_all = all(_fonts.has_character(file, character) for character in label)
        width = _fonts.font(file, 100).getlength(label) / 100 if has_all else len(label) * (label == "漢字")
        assert text.size * width < Drawing(diagram).cell


def test_a_title_stays_within_its_picture():
    picture = draw_diagram(cm.Diagram(1, 1), "漢" * 30)
    assert picture.width > 30 * next(shape.size for shape in picture.shapes if isinstance(shape, Text))


def test_anchors_are_those_of_the_whole_text(monkeypatch):
    """A text in two fonts stands where it ends, begins or has its middle."""
    monkeypatch.setattr(_fonts, "has_character", lambda file, character: (file is None) == (character in "HI"))
    for anchor, low, high in (("start", 30, None), ("end", None, 30), ("middle", 15, 45)):
        with Image.open(BytesIO(drawn("HÉI", anchor=anchor))) as image:
            left, _, right, _ = image.convert("L").point(lambda value: 255 - value).getbbox()
        assert low is None or left >= low
        assert high is None or right <= high + 1
        assert right - left > 20


def test_pages_hold_the_characters():
    texts = [*CHARACTERS.values(), "Zoë ★ q\u0304", "plain"]
    page = pdf([[Text((100, 20 + 10 * at), text, 5, "#000000") for at, text in enumerate(texts)]], "Title")
    found = PdfReader(BytesIO(page)).pages[0].extract_text()
    for text in texts:
        assert text in found


def test_only_bold_texts_are_bold_on_pages():
    page = pdf([[Text((50, 20), "★", 5, "#000000", bold=True), Text((50, 40), "★", 5, "#000000")]], "Title")
    content = PdfReader(BytesIO(page)).pages[0].get_contents().get_data().decode("latin-1")
    (rest,) = content.split("2 Tr")[1:]
    assert rest.index("Q") < rest.index("BT")


def test_a_character_that_no_font_has_is_named(tmp_path):
    puzzle = replace(ZIP, name=f"the {NOWHERE}")
    path = cm.solve(puzzle).solution
    told = r"no font here has the character 魚 \(U\+9B5A, cjk unified ideograph-9b5a\): install one that has it .*, "
    for ending in (".png", ".pdf"):
        with pytest.raises(PuzzleError, match=told):
            renderers.save(tmp_path / f"fish{ending}", puzzle, path)
        with pytest.raises(PuzzleError, match=told):
            renderers.ready(f"fish{ending}", puzzle)
    assert list(tmp_path.iterdir()) == []
    for ending in (".svg", ".gif"):  # an animation does not have the name
        renderers.save(tmp_path / f"fish{ending}", puzzle, path)
    assert NOWHERE in (tmp_path / "fish.svg").read_text(encoding="utf-8")
    with pytest.raises(PuzzleError, match=told):
        framed([Text((0, 0), NOWHERE, 10, "#000000")]).png()


def test_commands_name_it_before_they_search(tmp_path):
    file = tmp_path / "fish.json"
    readers.write(replace(ZIP, name=NOWHERE), file)
    assert "no font here has the character 魚 (U+9B5A" in fails("solve", file, "-o", tmp_path / "fish.png")
    for name in ("fish.pdf", "fish.png"):
        assert "no font here has the character 魚 (U+9B5A" in fails("explain", file, "-o", tmp_path / name)
    run("solve", file, "-o", tmp_path / "fish.svg")


@pytest.mark.parametrize("text", ["שלום", "سلام", "שלום (12) ok"])
def test_letters_that_run_from_the_right_stand_in_order_on_pages(text):
    page = pdf([[Text((50, 20), text, 5, "#000000")]], "Title")
    backwards = pdf([[Text((50, 20), text[::-1], 5, "#000000")]], "Title")
    first, second = (PdfReader(BytesIO(each)).pages[0].get_contents().get_data() for each in (page, backwards))
    assert first != second
    found = PdfReader(BytesIO(page)).pages[0].extract_text()
    assert sorted(found.strip()) == sorted(text)


def test_letters_that_run_from_the_right_are_drawn_where_pillow_can(monkeypatch):
    if features.check("raqm"):
        assert drawn("של") != drawn("לש")
    monkeypatch.setattr(features, "check", lambda _: False)
    with pytest.raises(PuzzleError, match="hebrew letter shin"):
        drawn("של")


def test_damaged_fonts_are_passed_over(monkeypatch, tmp_path):
    (tmp_path / "broken.ttf").write_bytes(b"not a font")
    monkeypatch.setattr(_fonts, "FOLDERS", {"linux": (str(tmp_path),)})
    monkeypatch.setattr(_fonts, "PACKAGE", "nowhere")
    monkeypatch.setattr(_fonts.sys, "platform", "linux")
    monkeypatch.setattr(_fonts, "installed", INSTALLED)
    INSTALLED.cache_clear()
    try:
        assert INSTALLED() == (tmp_path / "broken.ttf",)
        with pytest.raises(PuzzleError, match="no font here"):
            drawn(NOWHERE)
    finally:
        INSTALLED.cache_clear()
