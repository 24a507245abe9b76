"""Builds the documentation as a static site with MkDocs and its theme Material.

The pages are first copied to a separate folder. A page outside of docs/ that a page links to becomes a page below
`tree/`; another file of the tree becomes a text below `files/`; a link to a folder of the tree becomes plain text. The
navigation follows the headings and tables of docs/README.md, which must name every page.
"""

import logging
import re
import shutil
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config

HERE = Path(__file__).resolve().parent
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
ENTRY = re.compile(r"^\| *\[([^\]]+)\]\(([^)\s]+)\) *\|", re.MULTILINE)
START = "README.md"


def page_name(root, path):
    """Returns the name of a Markdown file of the tree in the site."""
    docs = root / "docs"
    return str(path.relative_to(docs)) if path.is_relative_to(docs) else f"tree/{path.relative_to(root)}"


class Pages:
    """The pages and files of the site, found by following links from docs/."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.done, self.waiting = set(), sorted((root / "docs").rglob("*.md"))
        self.broken = []

    def target(self, page, link):
        """Returns a link in the form of the site; None: there is none."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        name, _, anchor = link.partition("#")
        path = (page.parent / name).resolve()
        if not path.exists() or not path.is_relative_to(self.root):
            self.broken.append(f"{page.relative_to(self.root)}: there is no {name}")
            return None
        if path.is_dir():
            return None
        if path.suffix == ".md":
            self.waiting.append(path)
            name = page_name(self.root, path)
        elif path.is_relative_to(self.root / "docs"):
            name = str(path.relative_to(self.root / "docs"))
        else:
            name = f"files/{path.relative_to(self.root)}.txt"
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        up = "../" * page_name(self.root, page).count("/")
        return f"{up}{name}{'#' + anchor if anchor else ''}"

    def write(self, page):
        def linked(found):
            target = self.target(page, found[3])
            return found[2] if target is None else f"{found[1]}[{found[2]}]({target})"

        place = self.folder / page_name(self.root, page)
        place.parent.mkdir(parents=True, exist_ok=True)
        # Code stays unchanged.
        parts = re.split(r"(^ *```.*?^ *```$)", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        place.write_text(
            "".join(part if number % 2 else LINK.sub(linked, part) for number, part in enumerate(parts))
        )

    def write_all(self):
        while self.waiting:
            page = self.waiting.pop()
            if page not in self.done:
                self.done.add(page)
                self.write(page)


def navigation(root):
    """Returns the navigation: a list of sections, each with titles and pages."""
    sections = [{"Home": START}]
    for section in re.split(r"^## ", (root / "docs" / START).read_text(), flags=re.MULTILINE)[1:]:
        title = section.split("\n", 1)[0].strip()
        entries = []
        for name, link in ENTRY.findall(section):
            path = (root / "docs" / link).resolve()
            if path.suffix == ".md":
                entries.append({name: page_name(root, path)})
        if entries:
            sections.append({title: entries})
    # Folders of docs/ whose pages are not listed one by one have a section each.
    folders = {}
    for page in unnamed(root, sections):
        if "/" in page:
            title = page.split("/")[0].capitalize()
            folders.setdefault(title, []).append({first_heading(root / "docs" / page): page})
    return sections + [{title: entries} for title, entries in folders.items()]


def first_heading(path):
    """Returns the title of a page as plain text."""
    return re.search(r"^# (.+)$", path.read_text(), re.MULTILINE)[1].replace("`", "")


def unnamed(root, sections):
    """Returns pages of docs/ that the navigation does not list."""
    named = {page for section in sections for entries in section.values() if isinstance(entries, list)
             for entry in entries for page in entry.values()}  # fmt: skip
    pages = {page_name(root, path) for path in (root / "docs").rglob("*.md")}
    return sorted(pages - named - {START})


def build(root, out):
    """Builds the site into `out`/site. Returns the exit status; problems are printed."""
    folder = out / "pages"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(
        root / "docs", folder, ignore=shutil.ignore_patterns("*.md", "*.toml", "*.wave.json", "*.in")
    )
    shutil.copytree(HERE / "assets", folder / "assets")
    pages = Pages(root, folder)
    pages.write_all()
    sections = navigation(root)
    problems = pages.broken + [f"docs/{START} does not name {page}" for page in unnamed(root, sections)]

    class Warnings(logging.Handler):
        def emit(self, record):
            problems.append(record.getMessage())

    logging.getLogger("mkdocs").addHandler(Warnings(logging.WARNING))
    config = load_config(
        str(HERE / "mkdocs.yml"),
        docs_dir=str(folder.resolve()),
        site_dir=str((out / "site").resolve()),
        nav=sections,
    )
    mkdocs_build(config)
    for problem in problems:
        print(f"docs: {problem}")
    if not problems:
        print(f"written   {out / 'site/index.html'}")
    return 1 if problems else 0
