// SPDX-License-Identifier: MIT
//
// run.mjs PROGRAM ARGUMENT...	- run a WebAssembly program that uses WASI
//
// It sees the folder that it is run in. Its exit status is that of node.

import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({
	version: 'preview1',
	args: [program, ...args],
	preopens: { '.': '.' },
});
const module = await WebAssembly.compile(readFileSync(program));
const instance = await WebAssembly.instantiate(module, {
	wasi_snapshot_preview1: wasi.wasiImport,
});
process.exitCode = wasi.start(instance);
