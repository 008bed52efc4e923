// SPDX-License-Identifier: MIT
#define NAME "Boost-safe"
#define LINK_MODE safe_link
#include "boost.cc"
