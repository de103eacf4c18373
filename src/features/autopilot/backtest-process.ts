/** The process in which a node runs large backtests (see `createLargeBacktests`). Only the node starts it. It exits when its input ends. */
import { setPriority } from 'node:os';
import { runAgentBacktest } from '../../../actors/autopilot-agent/backtest.ts';
import { createBacktest } from './backtest/create-backtest.ts';
import { createFrameReader, FROM_PROCESS, headOf } from './backtest/process/frames.ts';
import { workOnBacktests } from './backtest/process/work-on-backtests.ts';

const MB = 1_048_576;
const LOOK_EVERY_MS = 50;
/** Maximum size in bytes of a message from the node. It is larger than any request body that the backtest route accepts. */
const MOST_BYTES = 32 * MB;
/** Scheduling priority of the backtest process. It is lower than the node's, so that the node's requests are served first. */
const LOWER_PRIORITY = 10;

try {
  setPriority(LOWER_PRIORITY);
} catch (error) {
  process.stderr.write(`The priority of the backtest process could not be lowered: ${String(error)}\n`);
}
// When a user presses Ctrl-C in a terminal, all processes of the terminal receive the signal. This process ignores it, because the node
// decides when this process exits.
process.on('SIGINT', () => undefined);

let maxBytes = Number.POSITIVE_INFINITY;

function send(kind: number, bytes: Uint8Array): void {
  process.stdout.write(headOf(kind, bytes.byteLength));
  if (bytes.byteLength > 0) process.stdout.write(bytes);
}

const take = workOnBacktests({
  backtestWith: (guard) => createBacktest({ run: runAgentBacktest, guard }),
  send,
  onSettings: ({ maxMemoryMb }) => {
    maxBytes = maxMemoryMb * MB;
  },
  onDone: () => Bun.gc(true),
});
const read = createFrameReader(MOST_BYTES, take);

// Checks the memory used by the process. The timer can fire during a backtest, because a backtest lets other tasks run every few
// milliseconds.
setInterval(() => {
  if (process.memoryUsage.rss() <= maxBytes) return;
  maxBytes = Number.POSITIVE_INFINITY;
  process.stdout.write(headOf(FROM_PROCESS.outOfMemory, 0), () => process.exit(1));
}, LOOK_EVERY_MS);

process.stdin.on('data', read);
process.stdin.on('close', () => process.exit(0));
// A failed write to standard output means that the node, which reads the output, has exited.
process.stdout.on('error', () => process.exit(0));
