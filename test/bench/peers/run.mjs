#!/usr/bin/env node
// @ts-check
// `npm run peers`: finds the Bun that Coxswain's own install brought, and runs the comparison on it.
import { fileURLToPath } from 'node:url';
import { findBun } from '../../../scripts/launcher/find-bun.mjs';
import { runChild } from '../../../scripts/launcher/run-child.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = findBun(fileURLToPath(new URL('../../..', import.meta.url)));
if (program === null) {
  console.error('peers: Coxswain itself is not installed; run `npm ci` in the project first');
  process.exit(1);
}
const child = await runChild({ program, args: ['--no-install', `${here}run.ts`, ...process.argv.slice(2)], cwd: here });
if ('problem' in child) {
  console.error(`peers: ${child.problem}`);
  process.exit(1);
}
process.exit(child.exitCode);
