/* SPDX-License-Identifier: MIT */
#include "stdio.h"
