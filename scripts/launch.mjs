#!/usr/bin/env node
// @ts-check
// Every npm script starts here, on plain Node >= 20: install what is missing, find Bun, and run the command on it.
// The scripts in package.json begin with `exec`, so that npm's signals reach this process and not a shell between them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBun } from './launcher/find-bun.mjs';
import { hasAnvil, installAnvil } from './launcher/install-anvil.mjs';
import { installMissing, isFirstStart } from './launcher/install-missing.mjs';
import { runChild } from './launcher/run-child.mjs';
import { SERVICE_ENVIRONMENT } from './launcher/service-environment.mjs';

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} Command
 * @property {string} entry the file to run, relative to the project
 * @property {'bun' | 'node'} [on] the runtime; default Bun
 * @property {string[]} [args] arguments before the user's own
 * @property {boolean} [productionOnly] runs without the development packages
 * @property {boolean} [stopsWithZero] a stop by a signal counts as a normal end, even during the start
 * @property {boolean} [isService] runs a service, whose memory is kept small
 * @property {'always' | 'as-set'} [devnet] needs Anvil for a local devnet: always, or when the settings turn the devnet on
 * @property {boolean} [inCallersFolder] keeps the caller's working folder, for commands that take file names
 */

/** @type {Record<string, Command>} */
const commands = {
  start: { entry: 'src/main.ts', productionOnly: true, stopsWithZero: true, isService: true, devnet: 'as-set' },
  demo: { entry: 'src/cli/demo.ts', productionOnly: true, devnet: 'always' },
  anvil: { entry: 'scripts/launcher/say-anvil.ts', productionOnly: true, devnet: 'always' },
  cli: { entry: 'src/cli/main.ts', productionOnly: true, inCallersFolder: true },
  test: { entry: 'scripts/test.ts' },
  crash: { entry: 'test/crash/run.ts' },
  cluster: { entry: 'test/cluster/run.ts' },
  assistant: { entry: 'test/assistant/run.ts' },
  sim: { entry: 'test/sim/run.ts' },
  hostile: { entry: 'test/hostile/run.ts' },
  outside: { entry: 'test/outside/run.ts' },
  nightly: { entry: 'scripts/nightly.ts' },
  bench: { entry: 'test/bench/run.ts' },
  contracts: { entry: 'scripts/compile-contracts.ts' },
  'command-list': { entry: 'scripts/command-list.ts' },
  client: { entry: 'scripts/client.ts' },
  'client-pack': { entry: 'scripts/client/pack.ts', productionOnly: true },
  'setting-pages': { entry: 'scripts/setting-pages.ts' },
  'metric-table': { entry: 'scripts/metric-table.ts' },
  'provider-table': { entry: 'scripts/provider-table.ts' },
  verify: { entry: 'scripts/verify.ts' },
  format: { entry: 'node_modules/@biomejs/biome/bin/biome', on: 'node', args: ['check', '--write', '.'] },
};

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(`coxswain: ${line}`);
  process.exit(1);
}

/** @param {string} program the path of Bun */
function isDevnetOn(program) {
  return spawnSync(program, ['--no-install', join(root, 'scripts/launcher/needs-devnet.ts')], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** @param {string} folder the project's folder */
function hasNoSettings(folder) {
  return !existsSync(join(folder, '.env')) && !Object.keys(process.env).some((name) => name === 'DEVNET' || name.startsWith('RPC_'));
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) fail(`unknown command "${name}"; known are ${Object.keys(commands).join(', ')}`);

  // On a first start that will surely need Anvil, Anvil is fetched beside the packages. If that fails, it is tried again below, aloud.
  const isAnvilSure = command.devnet === 'always' || (command.devnet === 'as-set' && hasNoSettings(root));
  const [installed] = await Promise.all([
    installMissing({ root, withDevelopment: command.productionOnly !== true }),
    isAnvilSure && isFirstStart(root) ? installAnvil(root, { isQuiet: true }) : null,
  ]);
  if ('signal' in installed) process.exit(command.stopsWithZero ? 0 : installed.exitCode);
  if ('problem' in installed) fail(installed.problem);

  const program = command.on === 'node' ? process.execPath : findBun(root);
  if (program === null)
    fail(`there is no Bun for ${process.platform}-${process.arch} in node_modules; delete node_modules and run this again`);
  if (command.devnet !== undefined && !hasAnvil(root) && (command.devnet === 'always' || isDevnetOn(program))) {
    const anvil = await installAnvil(root);
    if ('signal' in anvil) process.exit(command.stopsWithZero ? 0 : anvil.exitCode);
    if ('problem' in anvil) fail(anvil.problem);
  }
  const entry = join(root, command.entry);
  if (!existsSync(entry)) fail(`${command.entry} is not in this checkout`);

  // --no-install: Bun must never fetch a package by itself.
  const runtimeArgs = command.on === 'node' ? [] : ['--no-install'];
  const child = await runChild({
    program,
    args: [...runtimeArgs, entry, ...(command.args ?? []), ...args],
    cwd: command.inCallersFolder ? process.cwd() : root,
    ...(command.isService ? { env: SERVICE_ENVIRONMENT } : {}),
  });
  if ('problem' in child) fail(child.problem);
  if (command.stopsWithZero && child.signal !== null && child.asked.has(child.signal)) process.exit(0);
  process.exit(child.exitCode);
}

const nodeMajor = Number(process.versions.node.split('.')[0]);
if (nodeMajor < OLDEST_NODE) fail(`Node ${OLDEST_NODE} or newer is needed, and this is ${process.versions.node}`);
await main();
