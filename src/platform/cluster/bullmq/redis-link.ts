import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isCuredByReconnecting, isOutage, redisTroubleOf } from '../../../values/redis-refusal.ts';
import type { Log } from '../../log/log.ts';
import { createTroubleWatch, type Trouble } from '../../log/trouble-watch.ts';

export type RedisLink = {
  /**
   * The connection for commands that must return soon. These commands fail immediately while Redis is unavailable, and otherwise after a
   * time limit.
   */
  readonly prompt: Redis;
  /** The connection for BullMQ's workers. The workers wait while Redis is unavailable, and then continue automatically. */
  readonly patient: Redis;
  /** Whether Redis is reachable and accepts writes. */
  isUp(): boolean;
  trouble(): Trouble | null;
  /** Calls the listener each time Redis becomes available. */
  onUp(listener: () => void): void;
  /** Calls the listener when Redis refuses a command. A caller that would retry immediately must wait for `onUp`. */
  onRefusal(listener: () => void): void;
  /**
   * Handles a failed command. A command that timed out ends its connection; the new connection is used once Redis answers on it. After a
   * refused command, Redis is checked until it accepts writes again. Returns whether the failure affects only a single command or key.
   */
  failed(error: unknown): { readonly isSingle: boolean };
  close(): void;
};

const ANSWER_WITHIN_MS = 2_000;
/**
 * Command time-out of the workers' connections in ms. The time-out is longer than any blocking command of a worker takes, and detects dead
 * connections.
 */
const PATIENCE_MS = 20_000;
const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Pause in ms before the workers reconnect to a Redis server that refuses their connections. */
const REFUSED_PAUSE_MS = 1_000;
const PROBE_LIVES_MS = 1_000;

/**
 * Creates connections to a Redis server that may disappear, refuse commands, and come back. Logs once when such a problem begins and once
 * when it ends.
 */
export function createRedisLink(url: string, log: Log, prefix: string): RedisLink {
  let isClosed = false;
  const watch = createTroubleWatch({
    log,
    begins(word) {
      if (word === 'away') return 'Redis is unavailable: scheduled work (ticks) waits until Redis is available again';
      if (isLasting(word)) return `Redis refuses writes (${word}): scheduled work (ticks) waits until Redis accepts writes`;
      return `Redis refuses some commands that scheduled work (ticks) needs (${word})`;
    },
    ends: 'Redis is available again: this node runs its scheduled work (ticks) again',
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
    // BullMQ copies the options of this connection to its workers' own connections. When this function returns null, the workers'
    // connections stop reconnecting. There is no other way to close these connections while Redis is unavailable.
    retryStrategy: (times: number) => {
      if (isClosed) return null;
      return isUp ? doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times) : REFUSED_PAUSE_MS;
    },
    maxRetriesPerRequest: null,
    commandTimeout: PATIENCE_MS,
    // After a failover, the old primary server still answers, but refuses writes. A refused command was not executed, so it is sent again
    // over a new connection. This matters most for a job's result, which no other node would send.
    reconnectOnError(error) {
      if (!isCuredByReconnecting(redisTroubleOf(error))) return false;
      // Only the connection that received this error is reconnected. The `prompt` connection may already lead to the new primary server, so
      // it is only checked whether that server accepts writes.
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
    // Only one check of Redis runs at a time, even when many commands were refused at the same time.
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
    // When this node itself closed the connection because the server refused commands, the reason was already reported, so the closed
    // connection is not reported.
    if (watch.current() === null && !isClosed) fails(new Error('The connection was closed'));
  });
  prompt.on('ready', () => void prove());
  // Errors of this connection are ignored, because the `prompt` connection reports the errors of the same server. A listener is needed
  // nevertheless: without one, ioredis writes errors to the console.
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
        // When Redis does not answer on the `prompt` connection, the connections of the workers may be dead too.
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

/** Returns only the message of an error. An error of ioredis also contains the failed command, which may be AUTH with the password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
