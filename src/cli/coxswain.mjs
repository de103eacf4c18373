#!/usr/bin/env node
// @ts-check
// The `coxswain` command on plain Node >= 20. The launcher installs packages, finds Bun, and runs the command's program. Everything runs in
// the project's folder, as `npm start` does, so that all commands use the same settings and the same ./data. The user's working directory
// is passed with --from, for commands that take file names.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Names of the commands that the script `scripts/launch.mjs` runs itself. The launcher of this file passes all other commands to the
 * command-line program.
 */
const LAUNCHED = new Set(['start', 'demo']);

const launcher = join(root, 'scripts', 'launch.mjs');
const words = process.argv.slice(2);
const args = LAUNCHED.has(words[0] ?? '') ? words : ['cli', '--from', process.cwd(), ...words];
// The launcher runs in this process, so that it receives signals directly.
process.argv.splice(1, Number.POSITIVE_INFINITY, launcher, ...args);
process.chdir(root);
await import(pathToFileURL(launcher).href);
