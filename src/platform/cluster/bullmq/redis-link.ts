import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isCuredByReconnecting, isOutage, redisTroubleOf } from '../../../values/redis-refusal.ts';
import type { Log } from '../../log/log.ts';
import { createTroubleWatch, type Trouble } from '../../log/trouble-watch.ts';

export type RedisLink = {
  /** For commands that must return soon: they fail at once while Redis is unavailable, and after a time limit. */
  readonly prompt: Redis;
  /** For BullMQ's workers, which wait for an unavailable Redis and continue by themselves. */
  readonly patient: Redis;
  /** Whether Redis is reachable and accepts writes. */
  isUp(): boolean;
  trouble(): Trouble | null;
  /** Calls the listener whenever Redis is available (again). */
  onUp(listener: () => void): void;
  /** Calls the listener when Redis refuses a command: a caller that would repeat it at once must wait for `onUp`. */
  onRefusal(listener: () => void): void;
  /**
   * Handles a failed command. A slow one ends its connection, and the next one is used once Redis answers on it. After a refused
   * one, Redis is checked until it accepts writes again. Returns whether the failure concerns a single command or key only.
   */
  failed(error: unknown): { readonly isSingle: boolean };
  close(): void;
};

const ANSWER_WITHIN_MS = 2_000;
/** Longer than any blocking command of a worker; it detects dead connections. */
const PATIENCE_MS = 20_000;
const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Milliseconds between new connections of the workers to a Redis that refuses them. */
const REFUSED_PAUSE_MS = 1_000;
const PROBE_LIVES_MS = 1_000;

/** Creates connections to a Redis that may disappear, refuse, and come back. Logs once when that begins and once when it is over. */
export function createRedisLink(url: string, log: Log, prefix: string): RedisLink {
  let isClosed = false;
  const watch = createTroubleWatch({
    log,
    begins(word) {
      if (word === 'away') return 'Redis is unavailable: ticks wait until it is back';
      if (isLasting(word)) return `Redis refuses (${word}): ticks wait until it accepts writes`;
      return `Redis refuses single commands of ticks (${word})`;
    },
    ends: 'Redis is available again: ticks continue',
  });
  const shared = { connectTimeout: CONNECT_WITHIN_MS };
  const prompt = new Redis(url, {
    ...shared,
    retryStrategy: (times: number) => (isClosed ? null : doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times)),
    commandTimeout: ANSWER_WITHIN_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  });
  const patient = new Redis(url, {
    ...shared,
    // The workers' own connections, which BullMQ copies from ours, use this too: only this ends them while Redis is unavailable.
    retryStrategy: (times: number) => {
      if (isClosed) return null;
      return isUp ? doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times) : REFUSED_PAUSE_MS;
    },
    maxRetriesPerRequest: null,
    commandTimeout: PATIENCE_MS,
    // After a fail-over the old primary still answers, but refuses. A refused command was not done, so that it is sent again over a
    // new connection: above all the result of a job, which nobody else would send.
    reconnectOnError(error) {
      if (!isCuredByReconnecting(redisTroubleOf(error))) return false;
      // Only this connection may be an old one.
      if (isUp) void prove();
      return 2;
    },
  });
  const onUp: (() => void)[] = [];
  const onRefusal: (() => void)[] = [];
  let isUp = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function fails(error: unknown): void {
    isUp = false;
    if (!isClosed) watch.seen(redisTroubleOf(error), reasonOf(error));
  }

  function refused(error: unknown): void {
    const wasUp = isUp;
    fails(error);
    if (wasUp) for (const listener of onRefusal) listener();
    // One check at a time, however many commands were refused together.
    if (isClosed || timer !== null) return;
    refusals += 1;
    const again = isCuredByReconnecting(redisTroubleOf(error)) ? () => prompt.disconnect(true) : () => void prove();
    const pauseMs = doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, refusals);
    timer = setTimeout(() => {
      timer = null;
      again();
    }, pauseMs);
  }

  function tooSlow(error: unknown): void {
    fails(error);
    if (!isClosed && prompt.status === 'ready') prompt.disconnect(true);
  }

  /** Checks whether a reachable server accepts writes. */
  async function prove(): Promise<void> {
    try {
      await prompt.set(`${prefix}:probe`, '1', 'PX', PROBE_LIVES_MS);
    } catch (error) {
      if (error instanceof ReplyError) refused(error);
      else tooSlow(error);
      return;
    }
    if (isClosed || isUp) return;
    isUp = true;
    refusals = 0;
    watch.over();
    for (const listener of onUp) listener();
  }

  prompt.on('error', fails);
  prompt.on('close', () => {
    isUp = false;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    // When we closed it because the server refused, the reason is known already.
    if (watch.current() === null && !isClosed) fails(new Error('The connection was closed'));
  });
  prompt.on('ready', () => void prove());
  // The prompt connection reports the same server's errors. Without a listener ioredis writes to the console.
  patient.on('error', () => undefined);

  return {
    prompt,
    patient,
    isUp: () => isUp,
    trouble: watch.current,
    onUp: (listener) => void onUp.push(listener),
    onRefusal: (listener) => void onRefusal.push(listener),
    failed(error) {
      const trouble = redisTroubleOf(error);
      if (isClosed) return { isSingle: false };
      if (!isOutage(trouble)) watch.noticed(trouble, reasonOf(error));
      else if (trouble === 'away' || trouble === 'no-answer') {
        if (isUp) tooSlow(error);
        // When one connection gets no answer, the workers' connections may be dead too.
        if (trouble === 'no-answer' && patient.status === 'ready') patient.disconnect(true);
      } else refused(error);
      return { isSingle: !isOutage(trouble) };
    },
    close() {
      isClosed = true;
      isUp = false;
      if (timer !== null) clearTimeout(timer);
      prompt.disconnect();
      patient.disconnect();
    },
  };
}

function isLasting(word: string): boolean {
  return word !== 'wrong-data' && word !== 'refuses';
}

/** Returns only the message: an error of ioredis carries its command, which is AUTH with the password when that was refused. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
