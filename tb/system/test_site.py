"""The site of `scripts/docs`: it builds without a warning, loads nothing, and a browser displays each of its pages.

The long test opens each page in Chromium without a network, in a frame as wide as a desktop and in one as wide as a phone.
A script in each page measures the page and, on the start page, searches for a word. A page that is wider than its frame, a
message on the console, and a search without results fail the test.
"""

import base64
import json
import re
import shutil
import subprocess

import pytest
from program import ROOT

WIDTHS = (1280, 390)
# In each page: measures when the page is complete, and reports to the page that holds the frame.
MEASURE = """<script>addEventListener("load", () => setTimeout(async () => {
  const root = document.documentElement, found = { wide: root.scrollWidth, frame: root.clientWidth };
  if (window.name === "search") {
    const hits = () => document.querySelectorAll(".md-search-result__item").length;
    document.querySelector("#__search").click();
    const box = document.querySelector(".md-search__input");
    box.focus();
    box.value = "moderation";
    box.dispatchEvent(new Event("keyup"));
    box.dispatchEvent(new Event("input"));
    for (let n = 0; n < 100 && !hits(); ++n) await new Promise((go) => setTimeout(go, 100));
    found.hits = hits();
  }
  parent.postMessage(found, "*");
}, 100));</script>"""
FRAMES = """<body><script>(async () => {
  const found = [];
  for (const width of %s) for (const page of %s) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { width, height: 800, name: page === "index.html" ? "search" : "", src: page });
    const answer = new Promise((go) => {
      onmessage = (event) => { if (event.source === frame.contentWindow) go(event.data); };
      setTimeout(() => go(null), 20000);
    });
    document.body.append(frame);
    found.push([page, width, await answer]);
    frame.remove();
  }
  document.title = btoa(JSON.stringify(found));
})();</script></body>"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site."""
    out = tmp_path_factory.mktemp("docs")
    done = subprocess.run([ROOT / "scripts/docs", "--out", out], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out / "site"


def test_the_site_loads_nothing(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        loaded = re.findall(
            r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:[^"]*)"', page.read_text()
        )
        assert not loaded, f"{page}: {loaded}"


@pytest.mark.long
def test_a_browser_displays_every_page(site, tmp_path):
    browser = shutil.which("chromium")
    if browser is None:
        pytest.exit("chromium is not installed, as root: apt-get install chromium", returncode=2)
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    pages = sorted(str(page.relative_to(folder)) for page in folder.rglob("*.html"))
    for page in pages:
        text = (folder / page).read_text()
        assert text.count("<head>") == 1, page
        (folder / page).write_text(text.replace("<head>", "<head>" + MEASURE))
    (folder / "frames.html").write_text(FRAMES % (json.dumps(WIDTHS), json.dumps(pages)))
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
         f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1400,900", "--enable-logging=stderr",
         "--virtual-time-budget=200000", "--dump-dom", f"file://{folder / 'frames.html'}"],
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    assert [line for line in done.stderr.split("\n") if "CONSOLE" in line] == []
    found = json.loads(base64.b64decode(re.search(r"<title>(.+?)</title>", done.stdout)[1]))
    assert len(found) == len(WIDTHS) * len(pages)
    wrong = [(page, width, size) for page, width, size in found
             if size is None or size["wide"] > size["frame"] or size.get("hits", 1) == 0]  # fmt: skip
    assert wrong == []
    assert sum("hits" in size for _, _, size in found) == len(WIDTHS)
