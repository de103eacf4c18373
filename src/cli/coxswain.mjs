#!/usr/bin/env node
// @ts-check
// The `coxswain` command, on plain Node >= 20: it leaves installing and finding Bun to the launcher, and all else to what that runs.
// Everything runs in the project's folder, as `npm start` does, so that all commands mean the same settings and the same ./data; where
// the user stands is told with --from, for commands that take file names.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Commands that the launcher has under their own name. */
const LAUNCHED = new Set(['start', 'demo']);

const launcher = join(root, 'scripts', 'launch.mjs');
const words = process.argv.slice(2);
const args = LAUNCHED.has(words[0] ?? '') ? words : ['cli', '--from', process.cwd(), ...words];
// In this very process: signals reach the launcher as if it had been called itself.
process.argv.splice(1, Number.POSITIVE_INFINITY, launcher, ...args);
process.chdir(root);
await import(pathToFileURL(launcher).href);
