# SPDX-License-Identifier: MIT
"""look.py PAGE HASH [AXE] [SHOT] - the page of "make web" in Chromium

HASH is what samples/storm.c prints after 400 frames of 3000 bullets. With AXE, the file
axe.min.js of axe-core, no fault of contrast or names. With SHOT, a picture goes there.
Prints what is wrong, then the sum.
"""
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

page, native = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
passed = failed = 0


def expect(what, is_so):
    global passed, failed
    if is_so:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}")


def chrome(phone=False):
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--window-size=1280,1400"):
        options.add_argument(flag)
    if phone:
        options.add_experimental_option("mobileEmulation", {
            "deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 1.0}})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"),
                            options=options)


def faults_of(browser):
    """What axe-core complains of, and what it must not be left to find."""
    if not axe:
        return []
    browser.execute_script(axe.read_text(encoding="utf-8"))
    return browser.execute_async_script(
        "var done = arguments[0];"
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'best-practice']})"
        ".then(r => done(r.violations.map(v => v.id + ': ' +"
        " v.nodes.length + ', ' + v.nodes[0].target.join(' '))))")


def prefer(browser, **what):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-" + name.replace("_", "-"), "value": value}
                     for name, value in what.items()]})


def look(browser):
    """What does not depend on the screen."""
    small = browser.execute_script(
        "return [...document.querySelectorAll('button, input')].map(e =>"
        " [e.id || e.textContent, e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 44 || r.height < 44)"
        ".map(([name, r]) => name + ' ' + r.width + ' x ' + r.height)")
    expect(f"each target is 44 pixels wide and high {small}", not small)
    names = browser.execute_script(
        "return [...document.querySelectorAll('button')].map(e =>"
        " e.getAttribute('aria-label') || e.textContent)")
    twice = sorted({n for n in names if not n.strip() or names.count(n) > 1})
    expect(f"each button has a name of its own {twice}", not twice)
    wide = browser.execute_script(
        "return document.documentElement.scrollWidth <= innerWidth")
    expect("it does not scroll sideways", wide)
    shape = browser.execute_script(
        "var r = document.getElementById('field')"
        ".getBoundingClientRect(); return [r.width, r.height]")
    expect(f"the field is as wide as high {shape}",
           abs(shape[0] - shape[1]) < 1)
    for scheme in ("light", "dark"):
        prefer(browser, color_scheme=scheme, reduced_motion="no-preference")
        # A toy in the middle of its loop, and a refusal, have colours of their own.
        browser.execute_script(
            "if (window.toys) { var t = toys.ilist; t.anew(); t.step(); t.step();"
            " t.del(2); }")
        faults = faults_of(browser)
        expect(f"axe, {scheme}: {faults}", not faults)


axe = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None
browser = chrome()
try:
    browser.set_script_timeout(120)
    # Nothing but the file itself: no network is needed, none is asked for.
    browser.get(page.as_uri())
    # The first frames run code that the browser has not optimised yet, in
    # memory that was never touched: what is timed comes after them.
    deadline = time.time() + 600
    while time.time() < deadline:
        frame = browser.execute_script(
            "return +(document.getElementById('hash').dataset.frame || 0)")
        if frame >= 240:
            break
        time.sleep(0.2)
    expect(f"frames advance ({frame})", frame >= 240)
    rate, step, least, draw = browser.execute_script(
        "var d = document.getElementById('rate').dataset;"
        "return [+d.rate, +d.step, +d.least, +d.draw]")
    print(f"100 000 bullets: {rate:.0f} frames a second, {step:.1f} ms to "
          f"compute one (at best {least:.1f}), {draw:.1f} ms to draw it")
    expect("a frame was timed", rate > 0 and step >= least > 0 and draw > 0)
    others = browser.execute_script(
        "return performance.getEntriesByType('resource').length")
    expect("nothing else was loaded", others == 0)
    colours = browser.execute_script(
        "var c = document.getElementById('field');"
        "var d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "var s = new Set();"
        "for (var i = 0; i < d.length; i += 4)"
        " s.add(d[i] + ',' + d[i+1] + ',' + d[i+2]);"
        "return s.size")
    expect(f"the field is drawn ({colours} colours)", colours >= 5)
    if len(sys.argv) > 4:
        browser.save_screenshot(sys.argv[4])
    # The same battle as outside, and the same frame again after going back.
    hashes = browser.execute_script(
        "var l = storm.lib; storm.pause(true); l.storm_new(3000, 1);"
        "for (var i = 0; i < 400; i++) l.storm_frame();"
        "var at400 = l.storm_hash() >>> 0;"
        "for (var i = 0; i < 40; i++) if (!l.storm_back()) return [];"
        "var at360 = l.storm_played();"
        "for (var i = 0; i < 40; i++) l.storm_frame();"
        "return [at400.toString(16).padStart(8, '0'), at360,"
        " (l.storm_hash() >>> 0).toString(16).padStart(8, '0')]")
    expect(f"{hashes} are {native}", hashes == [native, 360, native])

    def toy(script):
        return browser.execute_script(script)

    letters = {}
    for name in ("ilist", "walklist", "locklist", "dense", "rwarray",
                 "densepool", "listpool", "slotpool"):
        # Take out B while the loop stands at it, then E, which is ahead; add.
        letters[name] = toy(
            "var t = toys['%s'], seen = []; t.anew();"
            "for (var i = 0; i < 20; i++) {"
            " var id = t.step(); if (id < 0) break;"
            " seen.push(id);"
            " if (id === 1) t.del(1);"
            " if (id === 2) t.del(4);"
            " if (id === 3) seen.push('+' + t.add());"
            "} return seen.join(' ')" % name)
    # A freed letter is given to what is added next.
    wanted = {
        "ilist": "0 1 2 3 +1 5 1",
        "walklist": "0 1 2 3 +1 5 1",
        "locklist": "0 1 2 3 +1 4 5",
        "dense": "0 1 5 2 3 +1 1",
        "rwarray": "0 1 2 3 +1 5 1",
        "densepool": "0 1 5 2 3 +1 1",
        "listpool": "0 1 2 3 +1 5 1",
        "slotpool": "0 1 2 3 +1 1 5",
    }
    for name, seen in letters.items():
        expect(f"{name} visits {seen}, not {wanted[name]}",
               seen == wanted[name])
    leaving = toy("var t = toys.locklist; t.anew(); t.step(); t.step(); t.del(1); t.del(3);"
                  "var box = document.getElementById('toy-locklist');"
                  "return [...box.querySelectorAll('.leaving')].map(b => b.textContent).join('')"
                  " + box.querySelectorAll('.box').length")
    expect(f"locklist draws what it still visits: {leaving}", leaving == "BD6")
    expect("the page has an icon of its own",
           toy("return document.querySelector('link[rel=icon]').href").startswith("data:"))
    expect("inbox hands out in order",
           toy("var t = toys.inbox, s = []; t.anew();"
               "for (var id; (id = t.step()) >= 0;) s.push(id);"
               "return s.join(' ')") == "0 1 2 3 4 5")
    # A is out, and is pushed again: it comes last.
    expect("inbox draws the order in which it hands out",
           toy("var t = toys.inbox; t.anew(); t.step(); t.add(); t.step();"
               "t.add(); return t.order().join(' ')") == "2 3 4 5 0 1")
    expect("ipool gives the last freed slot",
           toy("var t = toys.ipool; t.anew(); t.del(2); t.add();"
               "return t.order()[2]") == 2)
    expect("iheap takes by time",
           toy("var t = toys.iheap, s = []; t.anew();"
               "for (var id; (id = t.step()) >= 0;) s.push(id);"
               "return s.join(' ')") == "1 4 2 0 5 3")
    # While it is dragged, a slider says its value; the storm begins when it is let go.
    said = toy("var o = document.getElementById('objects'); o.value = 7000;"
               "o.dispatchEvent(new Event('input'));"
               "return document.getElementById('objects-is').textContent")
    expect(f"the label follows the slider: {said}", said == "7\u00a0000")
    link = toy("return document.getElementById('docs').getAttribute('href')")
    expect(f"a link leads to the documentation: {link}",
           link.endswith("docs/index.html"))
    look(browser)
    errors = [e for e in browser.get_log("browser") if e["level"] == "SEVERE"]
    expect(f"no error is logged {errors}", not errors)
finally:
    browser.quit()

browser = chrome(phone=True)
try:
    browser.get(page.as_uri())
    for _ in range(100):
        if browser.execute_script("return !!window.storm && !!window.toys"):
            break
        time.sleep(0.1)
    bullets = browser.execute_script(
        "return +document.getElementById('objects').value")
    expect(f"a phone has fewer bullets: {bullets}", bullets <= 20000)
    cut = browser.execute_script(
        "var w = document.querySelector('.wide'); return w.scrollWidth - w.clientWidth")
    expect(f"a phone shows all columns: {cut} pixels are cut", cut <= 0)
    browser.execute_script("storm.pause(true)")
    look(browser)
    # Without motion: the first frame stands, and a button starts the rest.
    prefer(browser, reduced_motion="reduce")
    browser.get(page.as_uri())
    time.sleep(3)
    frame, button = browser.execute_script(
        "return [document.getElementById('hash').dataset.frame,"
        " document.getElementById('pause').textContent]")
    expect(f"reduced motion: frame {frame} stands, the button says {button}",
           frame == "0" and button == "Continue")
    browser.execute_script("document.getElementById('pause').click()")
    time.sleep(2)
    frame = browser.execute_script("return storm.lib.storm_played()")
    expect(f"reduced motion: the button starts it ({frame})", frame > 0)
    # Without JavaScript the page says so.
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(page.as_uri())
    root = browser.execute_cdp_cmd("DOM.getDocument", {})["root"]["nodeId"]
    told = browser.execute_cdp_cmd("DOM.querySelector", {
        "nodeId": root, "selector": "noscript p"})["nodeId"]
    expect("without JavaScript the page says so", told and "JavaScript" in
           browser.execute_cdp_cmd("DOM.getOuterHTML", {"nodeId": told})["outerHTML"])
finally:
    browser.quit()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
