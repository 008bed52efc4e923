# SPDX-License-Identifier: MIT
#
# "make docs" adds the reference from the headers and builds build/docs/;
# sphinx-build -b html Documentation FOLDER builds the pages without it.
project = "linux-ish"
copyright = "2026 the linux-ish developers"
extensions = []
master_doc = "index"
# What stands in :: blocks without a language is a diagram or what a program
# printed.
highlight_language = "none"
html_theme = "alabaster"
html_static_path = ["_static"]
html_css_files = ["linux-ish.css"]
html_show_sourcelink = False
html_theme_options = {
    "description": "intrusive containers in C",
    "page_width": "1100px",
    "sidebar_width": "210px",
    "fixed_sidebar": True,
    "font_family": "system-ui, 'Segoe UI', Roboto, Helvetica, sans-serif",
    "head_font_family": "system-ui, 'Segoe UI', Roboto, Helvetica, sans-serif",
}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
