# SPDX-License-Identifier: MIT
#
# "make docs" adds the reference from the headers and builds build/docs/;
# sphinx-build -b html Documentation FOLDER builds the pages without it.
import importlib.util
import pathlib
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

project = "linux-ish"
copyright = "2026 the linux-ish developers"
master_doc = "index"
# What stands in :: blocks without a language is a diagram or what a program
# printed.
highlight_language = "none"
html_title = "linux-ish"
html_static_path = ["_static"]
html_css_files = ["linux-ish.css"]
html_js_files = ["linux-ish.js"]
html_favicon = "_static/favicon.svg"
html_search_scorer = str(pathlib.Path(__file__).parent / "_static/scorer.js")
html_show_sourcelink = False
html_copy_source = False
# The two styles of Pygments whose colours all have enough contrast.
pygments_style = "xcode"
pygments_dark_style = "github-dark"


def has(module):
    return importlib.util.find_spec(module) is not None


extensions = ["sphinx_copybutton"] if has("sphinx_copybutton") else []
# Without furo (Debian: furo) the pages have Sphinx's own plain theme.
html_theme = "furo" if has("furo") else "alabaster"
# Debian's furo.css is dark only for a reader who clicks. These are its dark colours, which
# furo then uses for a reader whose system is dark too.
html_theme_options = {"dark_css_variables": {
    "color-problematic": "#ff7b72",
    "color-foreground-primary": "#ffffffcc",
    "color-foreground-secondary": "#9ca0a5",
    "color-foreground-muted": "#81868d",
    "color-foreground-border": "#666666",
    "color-background-primary": "#131416",
    "color-background-secondary": "#1a1c1e",
    "color-background-hover": "#1e2124ff",
    "color-background-hover--transparent": "#1e212400",
    "color-background-border": "#303335",
    "color-background-item": "#444",
    "color-brand-primary": "#5ea8f2",
    "color-brand-content": "#5ea8f2",
    "color-highlighted-background": "#083563",
    "color-highlight-on-target": "#333300",
    "color-admonition-background": "#18181a",
    "color-card-border": "var(--color-background-secondary)",
    "color-card-background": "#18181a",
    "color-card-marginals-background": "var(--color-background-hover)",
}} if has("furo") else {}


class Links(SphinxTransform):
    """Links to files and names of functions become links to pages.

    The pages link to "walklist.rst", which a forge shows as it stands. A link whose
    text is the name of the page gets the title of the page. A ``name()`` in prose
    leads to the reference, if that is built and has it.
    """

    default_priority = 850

    def apply(self):
        for node in list(self.document.findall(nodes.reference)):
            match = re.fullmatch(r"([\w./-]+)\.rst(#[\w-]+)?",
                                 node.get("refuri", ""))
            if not match:
                continue
            target, section = match.groups()
            if section:
                node["refuri"] = f"{target}.html{section}"
                continue
            own = node.astext() == pathlib.PurePath(target).name
            link = addnodes.pending_xref(
                "", nodes.inline("", node.astext()), refdomain="std",
                reftype="doc", reftarget=target, refdoc=self.env.docname,
                refexplicit=not own, refwarn=True)
            node.replace_self(link)
        for node in list(self.document.findall(nodes.literal)):
            match = re.fullmatch(r"(\w+)\(\)", node.astext())
            if not match or isinstance(node.parent, (nodes.reference,
                                                     addnodes.pending_xref)):
                continue
            link = addnodes.pending_xref(
                "", refdomain="c", reftype="func", reftarget=match.group(1),
                refdoc=self.env.docname, refwarn=False)
            node.replace_self(link)
            link += node


def enlarge(app, doctree, page):
    """A picture that links to its own file leads to the copy among the pages."""
    for link in doctree.findall(nodes.reference):
        for image in link.findall(nodes.image):
            _, name = app.env.images.get(image["uri"], (None, None))
            own = pathlib.PurePath(image["uri"]).name
            if name and pathlib.PurePath(link.get("refuri", "")).name == own:
                link["refuri"] = (page.count("/") * "../" +
                                  f"{app.builder.imagedir}/{name}")


def describe(app, page, template, context, doctree):
    """The first paragraph describes the page to search engines."""
    if doctree is None:
        return
    for paragraph in doctree.findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split()).replace('"', "'")
        context["metatags"] += f'\n<meta name="description" content="{text[:300]}">'
        return


def level(app, page, template, context, doctree):
    """Sphinx calls captions of the menu headings, and leaves out of which level."""
    tree = context.get("furo_navigation_tree")
    if tree:
        context["furo_navigation_tree"] = tree.replace(
            'role="heading"', 'role="heading" aria-level="2"')


def reasons(app, page, source):
    """The search finds the words and names of reports where they are explained."""
    if page != "reports":
        return
    title = "Causes of reports\n"
    before, after = source[0].split(title, 1)
    table = re.sub(r"\n +", " ", after)
    entries = [f"   single: {words}\n"
               for row in re.findall(r"^``(LISH_\w+)`` +\*(.+?)\*\. ", table, re.M)
               for words in row]
    source[0] = f"{before}.. index::\n{''.join(entries)}\n{title}{after}"


def bundle(app, exception):
    """Debian's furo leaves two files to Debian's web server: their text takes their place."""
    static = pathlib.Path(app.outdir) / "_static"
    for name, line, folder in (
            ("scripts/furo.js", r'import \w+ from "\./(.+)";', static / "scripts"),
            ("styles/furo.css", r"@import url\(/javascript/(.+?)\);",
             pathlib.Path("/usr/share/javascript"))):
        file = static / name
        wanted = file.exists() and re.match(line, file.read_text())
        if wanted:
            part = folder / wanted[1]
            file.write_text((part.read_text() if part.exists() else "") +
                            file.read_text()[wanted.end():])


def setup(app):
    app.add_transform(Links)
    app.connect("build-finished", bundle)
    app.connect("source-read", reasons)
    app.connect("doctree-resolved", enlarge)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", level, priority=900)
