"""Small TEI books in the markup of the Text Creation Partnership; the text is our own.

Lemmas are taken from the sources when the tests run, and stand in sentences that say nothing.
"""

from __future__ import annotations

from itertools import groupby
from xml.sax.saxutils import escape

from penneech.apparatus import load_sources

NAMESPACE = "http://www.tei-c.org/ns/1.0"
HYPHEN = '<g ref="char:EOLhyphen"/>'
NUMBERS = {"C74": "A34637", "C87": "B02403"}
HEADS = '<head>CHAP. XXII.</head>\n<head type="sub">A Game called PENNEECH.</head>'


def gap(letters=1):
    unit = "letter" if letters == 1 else "letters"
    return (
        f'<gap reason="illegible" resp="#TECH" extent="{letters} {unit}">\n'
        f"      <desc>{'•' * letters}</desc>\n   </gap>"
    )


def tei(body, *, number="", title="A Book of Games", year="1699"):
    """A TEI file of a body, with a header like those of the Partnership."""
    return f"""<TEI xmlns="{NAMESPACE}">
   <teiHeader>
      <fileDesc>
         <titleStmt><title>{title}</title></titleStmt>
         <editionStmt><edition><date>{year}</date></edition></editionStmt>
         <publicationStmt>
            <date when="2003-03">2003-03</date>
            {f'<idno type="DLPS">{number}</idno>' if number else ""}
         </publicationStmt>
      </fileDesc>
   </teiHeader>
   <text xml:lang="eng">
      <body>{body}</body>
   </text>
</TEI>
"""


def chapter(*paragraphs, heads=HEADS, n="21"):
    """The chapter on the game; its number is wrong on purpose, as in one of the witnesses."""
    return f'<div n="{n}" type="chapter">{heads}{"".join(f"<p>{p}</p>" for p in paragraphs)}</div>'


def copy_of(siglum, setting=escape, **header):
    """A book that has all lemmas of a source, each on its page, set in the given way."""
    passages = [one for one in load_sources()[siglum].passages if one.lemma is not None]
    divisions = []
    for game, group in groupby(passages, key=lambda one: one.game):
        body = ""
        for page, same_page in groupby(group, key=lambda one: one.locator.page):
            body += f'<pb n="{page.partition("-")[0]}" facs="tcp:1"/>' if body else ""
            body += "".join(_paragraph(one, setting) for one in same_page)
        head = HEADS if game is None else f"<head>Of {escape(game)}.</head>"
        divisions.append(f'<div type="chapter">{_first_page(passages, game)}{head}{body}</div>')
    return tei("".join(divisions), **{"number": NUMBERS[siglum], **header})


def _first_page(passages, game):
    page = next(one.locator.page for one in passages if one.game == game)
    return f'<pb n="{page.partition("-")[0]}" facs="tcp:1"/>'


def _paragraph(passage, setting):
    last = passage.locator.page.partition("-")[2]
    words = passage.lemma.split()
    middle = len(words) // 2
    parts = [" ".join(words[:middle]), " ".join(words[middle:])] if last else [passage.lemma]
    lemma = f'\n<pb n="{last}" facs="tcp:2"/>\n'.join(setting(part) for part in parts)
    return f"<p>One sentence. Here is {lemma} too. Another one.</p>"


def write(folder, text, name="copy.xml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
