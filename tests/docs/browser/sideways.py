# SPDX-License-Identifier: MIT
"""sideways.py FOLDER [SHOTS] - no page in FOLDER scrolls sideways

In Chromium, at the width of a desktop and of a phone; with SHOTS, a picture of
each page goes there. Prints a line for each page that is too wide, then the sum.
"""
import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

folder = pathlib.Path(sys.argv[1]).resolve()
shots = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
pages = sorted(p for p in folder.rglob("*.html")
               if p.name not in ("genindex.html", "search.html"))
passed = failed = 0
for width, height in ((1280, 900), (390, 844)):
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--hide-scrollbars"):
        options.add_argument(flag)
    # A window is never narrower than 500: so the device is said to be.
    options.add_experimental_option("mobileEmulation", {
        "deviceMetrics": {"width": width, "height": height,
                          "pixelRatio": 1.0}})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"),
                               options=options)
    try:
        for page in pages:
            browser.get(page.as_uri())
            wide, seen, links = browser.execute_script(
                "var d = document.documentElement;"
                "return [Math.max(d.scrollWidth, document.body.scrollWidth),"
                " d.clientWidth, document.querySelectorAll('link').length]")
            name = page.relative_to(folder)
            # The theme shows everything at nine tenths.
            if seen <= width / 0.9 + 1 and wide <= seen and links:
                passed += 1
            else:
                failed += 1
                print(f"{name} at {width}: {wide} wide, {seen} seen")
            if shots:
                shots.mkdir(parents=True, exist_ok=True)
                browser.save_screenshot(
                    str(shots / f"{width}-{str(name).replace('/', '-')}.png"))
    finally:
        browser.quit()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
