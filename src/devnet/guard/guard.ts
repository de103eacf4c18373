/**
 * The guard: a separate process that starts Anvil, saves its state about every second, and restarts it if it dies. When the pipe from the
 * service closes, the guard saves the state and ends Anvil. The pipe closes however the service dies, including kill -9. The guard is
 * started by `startDevnet` and uses the protocol of `protocol.ts`.
 */
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { type AnvilProcess, AnvilStartError, startAnvil } from './anvil-process.ts';
import { loadChainState, saveChainState } from './chain-state.ts';
import { setChainTime } from './chain-time.ts';
import { createJsonRpc, type JsonRpc } from './json-rpc.ts';
import { createMiningWatch } from './keep-mining.ts';
import { markOf } from './process-mark.ts';
import { type GuardEvent, guardCommandSchema, guardOptionsSchema, type ProcessFile } from './protocol.ts';
import { writeAtomically } from './write-atomically.ts';

/** Interval in milliseconds between two checks whether the chain has new blocks. */
const WATCH_MS = 250;
/**
 * Minimum time between two saves in milliseconds. The time is also at least `SAVE_DUTY` times as long as the last save took, so that a
 * large chain is not dumped all the time.
 */
const SAVE_EVERY_MS = 1_000;
const SAVE_DUTY = 10;
/** Maximum wait for Anvil to end, in milliseconds. Its state is already saved by then. */
const KILL_AFTER_MS = 1_000;
/** Maximum number of times that one guard restarts Anvil; more crashes indicate a lasting problem. */
const MAX_RESTARTS = 5;

type Running = { readonly anvil: AnvilProcess; readonly rpc: JsonRpc };

const options = v.parse(guardOptionsSchema, JSON.parse(process.argv[2] ?? '{}'));
let running: Running | undefined;
let ending = false;
let savedBlock: number | undefined;
let restarts = 0;
let starting: Promise<unknown> = Promise.resolve();
/** Saves run one after another, because two concurrent saves would use the same temporary file. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * The service may have ended already, so that nobody reads this output. A write to a pipe that nobody reads must not end the guard before
 * it has saved the chain.
 */
process.stdout.on('error', () => undefined);
function tell(event: GuardEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

function claimFolder(port: number, anvil: AnvilProcess | undefined): void {
  const content: ProcessFile = {
    owner: options.owner,
    guard: markOf(process.pid),
    anvil: anvil === undefined ? null : markOf(anvil.pid),
    port,
  };
  const text = JSON.stringify(content);
  if (anvil !== undefined) {
    writeAtomically(options.processFile, text);
    return;
  }
  // Creates the process file with a hard link. Creating the link fails if another guard has the folder already, and the file is never
  // visible with partial content.
  const temporary = `${options.processFile}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600 });
  try {
    linkSync(temporary, options.processFile);
  } finally {
    rmSync(temporary);
  }
}

/**
 * Starts Anvil, and stores the pending start. A guard that ends waits for the pending start first, so that it never leaves a just started
 * Anvil running.
 */
function boot(port: number): Promise<boolean> {
  const run = bootOn(port);
  starting = run.catch(() => undefined);
  return run;
}

async function bootOn(port: number): Promise<boolean> {
  const anvil = await startOn(port);
  const rpc = createJsonRpc(`http://${options.host}:${anvil.port}`);
  claimFolder(anvil.port, anvil);
  let loaded: boolean;
  try {
    await rpc('anvil_setLoggingEnabled', [false]);
    loaded = await loadChainState(rpc, options.stateFile);
    if (loaded) {
      await setChainTime(rpc, Date.now() / 1000 + options.clockOffsetSeconds);
      savedBlock = await blockNumber(rpc);
    }
  } catch (error) {
    anvil.kill('SIGKILL');
    await anvil.exited;
    throw error;
  }
  // `running` is set only after the chain is loaded. The guard saves a running Anvil, and an empty chain must not overwrite the saved one.
  running = { anvil, rpc };
  void anvil.exited.then((how) => restartAfter(anvil, how));
  return loaded;
}

/** Starts Anvil on the requested port, or on a free one if that port is in use. */
async function startOn(port: number): Promise<AnvilProcess> {
  try {
    return await startAnvil({ ...options, port });
  } catch (error) {
    if (!(error instanceof AnvilStartError && error.portTaken)) throw error;
    tell({ event: 'log', level: 'warn', message: `port ${port} is taken, the devnet uses a free one` });
    return await startAnvil({ ...options, port: 0 });
  }
}

const blockNumber = async (rpc: JsonRpc) => Number(await rpc('eth_blockNumber'));

function save(): Promise<void> {
  const next = saving.then(async () => {
    if (running === undefined) throw new Error('Anvil is not running');
    const block = await blockNumber(running.rpc);
    await saveChainState(running.rpc, options.stateFile);
    savedBlock = block;
  });
  saving = next.catch(() => undefined);
  return next;
}

/**
 * Watches the chain for new blocks and saves it. Nothing is saved automatically before the first `save` command or a loaded state, because
 * a chain whose first deployment was interrupted must not be treated as complete.
 */
async function watch(): Promise<void> {
  let nextSaveAt = 0;
  let mine: { readonly rpc: JsonRpc; readonly look: (block: number) => Promise<boolean> } | undefined;
  let failing = false;
  while (!ending) {
    await Bun.sleep(WATCH_MS);
    const current = running;
    if (current === undefined || ending) continue;
    if (mine?.rpc !== current.rpc) mine = { rpc: current.rpc, look: createMiningWatch(current.rpc) };
    try {
      const block = await blockNumber(current.rpc);
      if (await mine.look(block)) tell({ event: 'log', level: 'warn', message: `Anvil had stalled at block ${block}; mined one` });
      if (savedBlock !== undefined && block !== savedBlock && performance.now() >= nextSaveAt) {
        const start = performance.now();
        await save();
        const took = performance.now() - start;
        nextSaveAt = start + Math.max(SAVE_EVERY_MS, took * SAVE_DUTY);
      }
      failing = false;
    } catch (error) {
      // Only the first of several consecutive failures is reported; otherwise there would be four reports a second. When Anvil itself ends,
      // other code restarts it.
      if (!failing && !ending) tell({ event: 'log', level: 'error', message: `the chain's state is not being saved: ${describe(error)}` });
      failing = true;
    }
  }
}

async function restartAfter(dead: AnvilProcess, how: string): Promise<void> {
  if (ending || running?.anvil !== dead) return;
  running = undefined;
  restarts += 1;
  if (restarts > MAX_RESTARTS) {
    tell({ event: 'log', level: 'error', message: `Anvil ended again (${how}); giving up after ${MAX_RESTARTS} restarts` });
    rmSync(options.processFile, { force: true });
    process.exit(3);
  }
  tell({ event: 'log', level: 'error', message: `Anvil ended (${how}); restarting it from the last saved state` });
  try {
    await boot(dead.port);
  } catch (error) {
    tell({ event: 'log', level: 'error', message: `Anvil could not be started again: ${describe(error)}` });
    await end(3);
  }
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  let exitCode = code;
  await starting;
  if (running !== undefined) {
    const { anvil } = running;
    try {
      if (savedBlock !== undefined) await save();
    } catch (error) {
      exitCode = 1;
      tell({ event: 'log', level: 'error', message: `the last state of the chain could not be saved: ${describe(error)}` });
    }
    anvil.kill('SIGTERM');
    const killer = setTimeout(() => anvil.kill('SIGKILL'), KILL_AFTER_MS);
    await anvil.exited;
    clearTimeout(killer);
  }
  rmSync(options.processFile, { force: true });
  process.exit(exitCode);
}

async function obey(line: string): Promise<void> {
  const { id } = v.parse(guardCommandSchema, JSON.parse(line));
  try {
    await save();
    tell({ event: 'saved', id });
  } catch (error) {
    tell({ event: 'saved', id, error: describe(error) });
  }
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => void obey(line));
input.on('close', () => void end(0));
process.on('SIGTERM', () => void end(0));
process.on('SIGINT', () => void end(0));

try {
  claimFolder(options.port, undefined);
} catch (error) {
  tell({ event: 'failed', code: 'claimed', message: `another devnet is starting in this folder: ${describe(error)}` });
  process.exit(1);
}
try {
  const loaded = await boot(options.port);
  if (running === undefined) throw new Error('Anvil ended while it was starting');
  tell({ event: 'ready', port: running.anvil.port, anvilPid: running.anvil.pid, loaded });
  void watch();
} catch (error) {
  tell({ event: 'failed', code: error instanceof AnvilStartError ? 'start' : 'state', message: describe(error) });
  await end(1);
}
