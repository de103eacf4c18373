import * as v from 'valibot';
import type { PriceGuard } from '../../../../market/price-series/judge-price.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { OverloadError } from '../../../../values/errors/overload-error.ts';
import { RetryableError } from '../../../../values/errors/retryable-error.ts';
import { TerminalError } from '../../../../values/errors/terminal-error.ts';
import type { ValidPolicy } from '../../prepare-policy.ts';
import type { BacktestBody } from '../backtest-body.ts';
import type { NewAgentFee } from '../open-backtest.ts';
import { type BacktestTask, planRuns } from '../task/plan-task.ts';
import { bytesOf, FROM_PROCESS, TO_PROCESS, textOf } from './frames.ts';
import { type OpenProcess, openProcess } from './open-process.ts';
import { errorFrom } from './sent-error.ts';
import type { SpawnProcess } from './spawn-process.ts';
import { createTurn } from './take-turn.ts';
import type { BacktestSettings, ToldPolicies } from './work-on-backtests.ts';

/** Time in ms after which an idle backtest process is stopped. */
const IDLE_MS = 10_000;
const RETRY_AFTER_MS = 10_000;
/**
 * Time in ms after which a client may retry when the node could not start a backtest process. If the machine has too little memory for the
 * process, this rarely changes within a shorter time.
 */
const NO_PROCESS_RETRY_MS = 60_000;

/** The maximum time (in seconds) and memory (in MB) that one backtest may use. */
export type BacktestBounds = { readonly maxSeconds: number; readonly maxMemoryMb: number };

/** A running backtest. It delivers its progress and then its result, both as JSON text that is forwarded without parsing. */
export type LargeBacktest = {
  readonly kind: 'running';
  readonly steps: (signal: AbortSignal) => AsyncGenerator<{ readonly event: 'progress' | 'end'; readonly data: string }>;
};

/**
 * The result when a request asks for the recorded price series. Only the node can read that series, so the node runs the backtest itself
 * instead of the backtest process. `body` contains the other fields of the request's body.
 */
export type SmallAfterAll = { readonly kind: 'recorded'; readonly body: Omit<BacktestBody, 'prices'> };

/** Runs backtests whose request bodies are too large for the node's own thread. They run one after another in a separate process. */
export type LargeBacktests = {
  /**
   * Checks that another backtest may start or wait for its start.
   * @throws OverloadError 503 `too-many-backtests` when one backtest is running and too many others are waiting
   */
  requireRoom(): void;
  /**
   * Waits until no other backtest runs and the price history of the new backtest has been read.
   * @param signal the client's signal; aborting it stops the work
   * @throws OverloadError 503 `too-many-backtests`, `no-backtest-process`; RetryableError 503 `backtest-process-ended`; TerminalError 422
   * `backtest-too-slow`, `backtest-out-of-memory`; the errors of `readBacktestBody` and `OpenBacktest`
   */
  open(body: Uint8Array, signal: AbortSignal, task: BacktestTask): Promise<LargeBacktest | SmallAfterAll>;
  /** Stops the backtest process and the backtest that it is running. */
  close(): Promise<void>;
};

const askedSchema = v.object({
  policy: v.unknown(),
  recorded: v.optional(v.object({ from: v.number(), to: v.number() })),
  budget: v.string(),
  feeBps: v.number(),
  slippageBps: v.number(),
  vaultFeeBps: v.optional(v.number()),
  gasUsd: v.optional(v.number()),
  sweep: v.optional(v.string()),
});

export function createLargeBacktests(deps: {
  readonly spawn: SpawnProcess;
  readonly validate: (document: unknown) => Promise<ValidPolicy>;
  readonly newAgentFee: NewAgentFee;
  readonly guard: PriceGuard;
  readonly bounds: BacktestBounds;
  readonly log: Log;
  readonly idleMs?: number;
}): LargeBacktests {
  const { spawn, validate, newAgentFee, guard, bounds, log, idleMs = IDLE_MS } = deps;
  const turn = createTurn(tooMany);
  let current: OpenProcess | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  /** Returns the running backtest process. Starts one when there is none. */
  function running(): OpenProcess {
    clearTimeout(idle);
    if (isClosed) throw ended();
    if (current !== null) return current;
    try {
      const opened = openProcess(spawn, (how) => {
        log.warn('Backtest process exited unexpectedly', { how });
        return ended();
      });
      current = opened;
      void opened.gone.then(() => {
        if (current === opened) current = null;
      });
      return opened;
    } catch (error) {
      log.error('Starting a backtest process failed', { error });
      const message = 'This node cannot start a process for large backtests now. Send a body of up to 64 KB, or try again in a minute.';
      throw new OverloadError({ code: 'no-backtest-process', message, status: 503, retryAfterMs: NO_PROCESS_RETRY_MS });
    }
  }

  /**
   * Supervises one backtest: starts its time limit, and stops the backtest when its client disconnects. The returned function lets the next
   * backtest start; it can be called twice.
   */
  function begin(process: OpenProcess, leave: () => void, signal: AbortSignal): () => void {
    const onLeft = () => process.end(ended());
    const timer = setTimeout(() => {
      log.warn('Backtest stopped because it took too long', { maxSeconds: bounds.maxSeconds });
      process.end(tooSlow(bounds));
    }, bounds.maxSeconds * 1_000);
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onLeft);
      if (current === process) {
        idle = setTimeout(() => process.end(ended()), idleMs);
        idle.unref();
      }
      leave();
    };
    signal.addEventListener('abort', onLeft, { once: true });
    if (signal.aborted) onLeft();
    // The next backtest may start only when the killed backtest process has exited. Otherwise two processes would run at the same time and
    // need twice the memory.
    void process.gone.then(over);
    return over;
  }

  /**
   * Returns the next message from the backtest process if its kind is in `kinds`. A message of any other kind ends the current backtest.
   */
  async function expect(process: OpenProcess, ...kinds: readonly number[]) {
    const frame = await process.next();
    const { kind, bytes } = frame;
    if (kinds.includes(kind)) return frame;
    if (kind === FROM_PROCESS.refused) throw errorFrom(textOf(bytes));
    if (kind === FROM_PROCESS.outOfMemory) {
      log.warn('Backtest stopped because it used too much memory', { maxMemoryMb: bounds.maxMemoryMb });
      process.end(outOfMemory(bounds));
      throw outOfMemory(bounds);
    }
    if (kind === FROM_PROCESS.failed) throw new Error(`A backtest failed in its process: ${textOf(bytes)}`);
    process.end(ended());
    throw new Error(`The process for backtests sent ${kind} where ${kinds.join(' or ')} was expected`);
  }

  async function ask(process: OpenProcess, body: Uint8Array, task: BacktestTask): Promise<SmallAfterAll | null> {
    const settings: BacktestSettings = { guard, maxMemoryMb: bounds.maxMemoryMb, task };
    process.send(TO_PROCESS.settings, bytesOf(JSON.stringify(settings)));
    process.send(TO_PROCESS.body, body);
    const { bytes } = await expect(process, FROM_PROCESS.asked);
    const asked = v.parse(askedSchema, JSON.parse(textOf(bytes)));
    if (asked.recorded !== undefined) {
      process.send(TO_PROCESS.drop, bytesOf(''));
      return { kind: 'recorded', body: asked };
    }
    try {
      const valid: ValidPolicy[] = [];
      for (const { document } of planRuns(asked.policy, asked.sweep).variants) valid.push(await validate(document));
      const chainId = valid[0]?.policy.chainId;
      const vaultFeeBps = asked.vaultFeeBps ?? (chainId === undefined ? null : await newAgentFee(chainId));
      process.send(TO_PROCESS.valid, bytesOf(JSON.stringify({ valid, vaultFeeBps } satisfies ToldPolicies)));
    } catch (error) {
      process.send(TO_PROCESS.drop, bytesOf(''));
      throw error;
    }
    await expect(process, FROM_PROCESS.ready);
    return null;
  }

  async function* stepsOf(process: OpenProcess, over: () => void, signal: AbortSignal): ReturnType<LargeBacktest['steps']> {
    const onLeft = () => process.end(ended());
    let isDone = false;
    signal.addEventListener('abort', onLeft, { once: true });
    if (signal.aborted) onLeft();
    try {
      while (!isDone) {
        const { kind, bytes } = await expect(process, FROM_PROCESS.progress, FROM_PROCESS.end);
        isDone = kind === FROM_PROCESS.end;
        if (isDone) over();
        yield { event: isDone ? 'end' : 'progress', data: textOf(bytes) };
      }
    } finally {
      signal.removeEventListener('abort', onLeft);
      // When a client disconnects before its backtest has finished, the result is not needed any more.
      if (!isDone) process.end(ended());
    }
  }

  return {
    requireRoom: turn.requireRoom,

    async open(body, signal, task) {
      const leave = await turn.take(signal);
      let process: OpenProcess;
      try {
        process = running();
      } catch (error) {
        leave();
        throw error;
      }
      const over = begin(process, leave, signal);
      try {
        const small = await ask(process, body, task);
        if (small === null) return { kind: 'running', steps: (left) => stepsOf(process, over, left) };
        over();
        return small;
      } catch (error) {
        over();
        throw error;
      }
    },

    async close() {
      isClosed = true;
      clearTimeout(idle);
      const last = current;
      last?.end(ended());
      await last?.gone;
    },
  };
}

function tooMany(): OverloadError {
  const message = 'This node is already running a large backtest, and another one is waiting. Try again in some seconds.';
  return new OverloadError({ code: 'too-many-backtests', message, status: 503, retryAfterMs: RETRY_AFTER_MS });
}

function ended(): RetryableError {
  const message = 'The process that ran this backtest has exited. Nothing was stored. Send the request again.';
  return new RetryableError({ code: 'backtest-process-ended', message, status: 503, retryAfterMs: RETRY_AFTER_MS });
}

function tooSlow({ maxSeconds }: BacktestBounds): TerminalError {
  const message = `The backtest was stopped after its time limit of ${maxSeconds} seconds (BACKTEST_SECONDS). Send fewer rows, or fewer strategies.`;
  return new TerminalError({ code: 'backtest-too-slow', message, status: 422, details: { maxSeconds } });
}

function outOfMemory({ maxMemoryMb }: BacktestBounds): TerminalError {
  const message = `The backtest was stopped at its memory limit of ${maxMemoryMb} MB (BACKTEST_MEMORY_MB). Send fewer rows, or fewer tokens in them.`;
  return new TerminalError({ code: 'backtest-out-of-memory', message, status: 422, details: { maxMemoryMb } });
}
