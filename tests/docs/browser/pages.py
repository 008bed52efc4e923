# SPDX-License-Identifier: MIT
"""pages.py FOLDER [AXE] [SHOTS] - the pages in FOLDER as a browser shows them

In Chromium, at the width of a desktop and of a phone: no page scrolls sideways, no
page forbids to zoom, no link leads nowhere, no heading stands on a page twice, no page
complains on the console, no button covers code, and the pages are dark where the system
is. The search answers what readers type, and each reason of a report. With AXE, the file axe.min.js of axe-core: no
fault of contrast, names or structure on ten pages, light on the desktop and dark on
the phone. With SHOTS, a picture of each page goes there. Prints a line for each
fault, then the sum.
"""
import html
import pathlib
import re
import sys
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

LOOKED_AT = ("index", "start", "choosing", "loops", "api", "performance", "walklist",
             "slotpool", "reference/dense", "reports")

# What readers ask, and the pages that answer.
QUESTIONS = [line.rstrip("\n").split("\t")
             for line in open("tests/docs/browser/questions", encoding="utf-8")
             if line.strip() and line[0] != "#"]

folder = pathlib.Path(sys.argv[1]).resolve()
axe = sys.argv[2] if len(sys.argv) > 2 else ""
shots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
pages = sorted(p for p in folder.rglob("*.html")
               if p.name not in ("genindex.html", "search.html"))
passed = failed = 0
names = {}      # of each page: its anchors
links = {}      # of each page: where its links lead


def judge(good, text):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(text)


def chrome(width, height):
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--hide-scrollbars"):
        options.add_argument(flag)
    # A window is never narrower than 500: emulate the device.
    options.add_experimental_option("mobileEmulation", {
        "deviceMetrics": {"width": width, "height": height,
                          "pixelRatio": 1.0}})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"),
                            options=options)


def look(browser, page, width, scheme):
    browser.get(page.as_uri())
    wide, seen, styles, zoom = browser.execute_script(
        "var d = document.documentElement,"
        " v = document.querySelector('meta[name=viewport]');"
        "return [Math.max(d.scrollWidth, document.body.scrollWidth),"
        " d.clientWidth, document.querySelectorAll('link').length,"
        " v ? v.content : '']")
    name = page.relative_to(folder)
    # The theme may show everything at nine tenths.
    judge(seen <= width / 0.9 + 1 and wide <= seen and styles,
          f"{name} at {width}: {wide} wide, {seen} seen")
    judge("user-scalable=no" not in zoom and "maximum-scale" not in zoom,
          f"{name}: forbids to zoom: {zoom}")
    complaints = [line["message"] for line in browser.get_log("browser")
                  if line["level"] in ("WARNING", "SEVERE")]
    judge(not complaints, f"{name}: the console has {complaints}")
    covered = browser.execute_script(
        "return [...document.querySelectorAll('button.copybtn')].filter(b => {"
        " var o = b.getBoundingClientRect(),"
        "  c = b.parentNode.querySelector('pre').getBoundingClientRect();"
        " return o.width && o.left < c.right && o.top < c.bottom; }).length")
    judge(not covered, f"{name} at {width}: {covered} buttons cover code")
    # A dark page for a reader whose system is dark.
    background = browser.execute_script(
        "return getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g)")
    judge(scheme == "light" or (sum(map(float, background[:3])) < 200 and
                                background[3:] != ["0"]),
          f"{name}: stays light where the system is dark: {background}")
    # What opens a group of the menu is a heading too.
    twice = browser.execute_script(
        "var t = [...document.querySelectorAll("
        "'h1, h2, h3, h4, h5, h6, .sidebar-tree .caption')].map(e => {"
        " var c = e.cloneNode(true);"
        " c.querySelectorAll('.headerlink').forEach(l => l.remove());"
        " return c.textContent.trim(); });"
        "return t.filter((x, i) => t.indexOf(x) < i)")
    judge(not twice, f"{name}: a heading stands there twice: {twice}")
    if page not in links:
        links[page], names[page] = browser.execute_script(
            "return [[...document.querySelectorAll('a[href],img[src],"
            "object[data]')].map(e => e.href || e.src || e.data),"
            " [...document.querySelectorAll('[id]')].map(e => e.id)]")
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(
            str(shots / f"{width}-{str(name).replace('/', '-')}.png"))


def leads_nowhere(address):
    parts = urllib.parse.urlsplit(address)
    if parts.scheme != "file":
        return False
    path = pathlib.Path(urllib.parse.unquote(parts.path))
    if not path.is_file() or folder not in path.parents:
        return True
    return bool(parts.fragment and path in names and
                urllib.parse.unquote(parts.fragment) not in names[path])


for width, height, scheme in ((1280, 900, "light"), (390, 844, "dark")):
    browser = chrome(width, height)
    try:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for page in pages:
            look(browser, page, width, scheme)
        for name in LOOKED_AT if axe else ():
            page = folder / f"{name}.html"
            if not page.exists():
                continue
            browser.get(page.as_uri())
            browser.execute_script(open(axe, encoding="utf-8").read())
            faults = browser.execute_async_script(
                "var done = arguments[0];"
                "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa']})"
                ".then(r => done(r.violations.map(v => v.id + ': ' +"
                " v.nodes.length + ', ' + v.nodes[0].target.join(' '))))")
            judge(not faults,
                  f"{name} at {width}, {scheme}: " + "; ".join(faults))
    finally:
        browser.quit()


def found(words):
    """The pages that the search shows for words, the best first."""
    browser.get((folder / "search.html").as_uri() + "?" +
                urllib.parse.urlencode({"q": words}))
    for _ in range(100):
        finished, shown = browser.execute_script(
            "var s = document.querySelector('.search-summary');"
            "return [!!s && s.innerText != '',"
            " [...document.querySelectorAll('#search-results li > a')].map("
            "  a => a.getAttribute('href').split(/[?#]/)[0].replace('.html', ''))]")
        if finished:
            break
        time.sleep(0.05)
    return list(dict.fromkeys(shown))


browser = chrome(1280, 900)
try:
    if (folder / "search.html").exists():
        # One of the pages is among the first two, for nine questions of ten.
        lost = [f"{words}: {shown}" for words, answers in QUESTIONS
                for shown in [found(words)[:3]]
                if not set(shown[:2]) & set(answers.split())]
        print(*lost, sep="\n")
        judge(len(QUESTIONS) >= 110 and len(lost) <= 6,
              f"the search does not answer {len(lost)} of {len(QUESTIONS)} questions")
        reports = (folder / "reports.html").read_text(encoding="utf-8")
        reasons = re.findall(r">LISH_\w+</span></code></p></td>\s*<td><p><em>([^<]+)</em>",
                             reports)
        judge(len(reasons) > 20, f"reports.html has {len(reasons)} reasons")
        for reason in reasons:
            words = " ".join(html.unescape(reason).replace("\u2019", "'").split())
            shown = found(words)
            judge(shown[:1] == ["reports"], f"search for {words}: {shown[:3]}, not reports")
        for words in ("timers", "missed bars", "bursts"):
            shown = found(words)
            figures = [page.startswith("performance/") for page in shown]
            judge(figures == sorted(figures), f"{words}: figures are not last: {shown}")
        judge(any(figures), f"figures are not found: {shown}")
        # The switch between light and dark.
        browser.get((folder / "index.html").as_uri())
        before, after = browser.execute_script(
            "var was = document.body.dataset.theme,"
            " b = document.querySelector('.theme-toggle');"
            "if (b) b.click();"
            "return [was, document.body.dataset.theme]")
        judge(before != after, f"the switch of the theme leaves {before}")
        # The table of loops, on a phone.
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True})
        browser.get((folder / "loops.html").as_uri())
        hidden = browser.execute_script(
            "return [...document.querySelectorAll('.table-wrapper')].filter("
            " t => t.scrollWidth > t.clientWidth).length")
        judge(not hidden, f"loops at 390: {hidden} tables have columns out of sight")
finally:
    browser.quit()
for page in pages:
    for address in sorted(set(links[page])):
        judge(not leads_nowhere(address),
              f"{page.relative_to(folder)}: leads nowhere: {address}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
