# SPDX-License-Identifier: MIT
#
# sphinx-build -W -b html Documentation build/docs
project = "linux-ish"
copyright = "2026 the linux-ish developers"
extensions = []
master_doc = "index"
html_theme = "alabaster"
