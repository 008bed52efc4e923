# SPDX-License-Identifier: MIT
#
# "make docs" adds the reference from the headers and builds build/docs/;
# sphinx-build -b html Documentation FOLDER builds the pages without it.
import csv
import importlib.util
import pathlib
import re

from docutils import nodes
from docutils.parsers.rst import Directive
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


class Figures(Directive):
    """``.. figures:: FILE.csv``: the machine, the missed bars, and a table for each work.

    Rows of the file: ``machine,LINE``; ``note,WORK,WHAT IS TIMED``; ``bar,WHICH,GOAL,MEASURED,MET``;
    or a figure: ``WORK,CONTAINER,COLUMN,FIGURE,TIMES THE FIRST CONTAINER'S``.
    """

    required_arguments = 1

    def run(self):
        env = self.state.document.settings.env
        relative, path = env.relfn2path(self.arguments[0])
        env.note_dependency(relative)
        machine, bars, notes, works = [], [], {}, {}
        with open(path, encoding="utf-8") as file:
            for first, *rest in list(csv.reader(file))[1:]:
                if first == "machine":
                    machine.append(rest[0])
                elif first == "bar":
                    bars.append(rest)
                elif first == "note":
                    notes[rest[0]] = rest[1]
                else:
                    container, column, figure, times = rest
                    works.setdefault(first, {}).setdefault(container, {})[column] = (
                        float(figure), times)
        met = sum(bar[3] == "yes" for bar in bars)
        missed = [f"{which:58}  {goal:>10}  {measured:>10}"
                  for which, goal, measured, verdict in bars if verdict == "no"]
        parts = [nodes.literal_block(text="\n".join(machine)),
                 self.section("Missed bars", f"{met} bars were met, {len(missed)} missed:",
                              f"{'':58}  {'at most':>10}  {'measured':>10}", *missed)]
        return parts + [self.section(work, notes.get(work), *self.table(rows))
                        for work, rows in works.items()]

    @staticmethod
    def table(rows):
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        timed = any(times for row in rows.values() for _, times in row.values())
        yield f"{'':22}" + "".join(
            f"  {column:>10}" + ("  times" if timed else "") for column in columns)
        for container, row in rows.items():
            line = f"{container:22}"
            for column in columns:
                figure, times = row.get(column, (None, ""))
                line += "  " + ("-" if figure is None else f"{figure:.3g}" if figure < 999.5
                                else f"{figure:.0f}").rjust(10)
                line += f"  {times:>5}" if timed else ""
            yield line.rstrip()

    @staticmethod
    def section(title, text, *lines):
        part = nodes.section(ids=[nodes.make_id(title)])
        part += nodes.title(text=title)
        if text:
            part += nodes.paragraph(text=text[0].upper() + text[1:])
        part += nodes.literal_block(text="\n".join(lines))
        return part


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
    app.add_directive("figures", Figures)
    app.connect("build-finished", bundle)
    app.connect("source-read", reasons)
    app.connect("doctree-resolved", enlarge)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", level, priority=900)
