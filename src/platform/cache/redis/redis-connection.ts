import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isCuredByReconnecting, isOutage, redisTroubleOf } from '../../../values/redis-refusal.ts';
import type { Log } from '../../log/log.ts';
import { createTroubleWatch, type Trouble } from '../../log/trouble-watch.ts';

export type RedisConnectionOptions = {
  readonly url: string;
  readonly log: Log;
  /** Maximum wait for one reply of Redis, in ms. */
  readonly answerWithinMs: number;
  /** The purpose of the connection, used as the start of log lines. */
  readonly purpose?: string;
};

export type RedisConnection = {
  /**
   * Runs a command and returns its reply, or null when Redis is unavailable, too slow, or refused the command. Never throws and never
   * queues commands: while Redis is unavailable or accepts no writes, it returns immediately. After null, it is unknown whether the command
   * ran.
   * @param ownKeys keys that only this service uses. When one contains a value of another type, the key is deleted, so that the next
   * command works.
   */
  run<T>(command: (client: Redis) => Promise<T>, ownKeys?: readonly string[]): Promise<{ readonly answer: T } | null>;
  /** Whether Redis is reachable and accepts writes. */
  isUp(): boolean;
  trouble(): Trouble | null;
  /** Called to report that Redis returned data which no node of this service has written. */
  foundWrongData(what: string): void;
  /** Registers a listener that is called each time Redis becomes available. */
  onUp(listener: () => void): void;
  close(): void;
};

const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/**
 * The key that is written on every new connection, and repeatedly while Redis refuses writes. It tests writing, since a reachable server
 * may still refuse writes.
 */
const PROBE_KEY = 'coxswain:probe';
const PROBE_LIVES_MS = 1_000;

/**
 * Creates one connection to a Redis server that may disappear, refuse commands, and come back. Logs once when such a problem begins and
 * once when it ends. Reconnects when another server may have taken over the address.
 */
export function createRedisConnection({ url, log, answerWithinMs, purpose = 'The Redis cache' }: RedisConnectionOptions): RedisConnection {
  const client = new Redis(url, {
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: answerWithinMs,
    // Commands that cannot be sent at present fail immediately, and no command is sent twice. If commands were queued or repeated, an old
    // write could overtake a newer one.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times),
  });
  const listeners: (() => void)[] = [];
  const watch = createTroubleWatch({
    log,
    begins(word) {
      if (word === 'away') return `${purpose} is unavailable; the service continues without it`;
      return word === 'wrong-data'
        ? `${purpose} contains data that no node of this service has written`
        : `${purpose} refuses commands (${word}); the service continues without it`;
    },
    ends: `${purpose} is available again`,
  });
  let isUp = false;
  let isClosed = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fails = (error: unknown): void => {
    isUp = false;
    if (!isClosed) watch.seen(redisTroubleOf(error), reasonOf(error));
  };

  const refuses = (error: unknown): void => {
    fails(error);
    if (isClosed) return;
    refusals += 1;
    clearTimeout(timer);
    const again = isCuredByReconnecting(redisTroubleOf(error)) ? () => client.disconnect(true) : () => void prove();
    timer = setTimeout(again, doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, refusals));
  };

  async function prove(): Promise<void> {
    try {
      await client.set(PROBE_KEY, '1', 'PX', PROBE_LIVES_MS);
    } catch (error) {
      if (error instanceof ReplyError) refuses(error);
      else tooSlow(error);
      return;
    }
    if (isClosed) return;
    isUp = true;
    refusals = 0;
    watch.over();
    for (const listener of listeners) listener();
  }

  /**
   * Reconnects after a reply that is too slow. Otherwise every caller would wait the full time for a server that no longer responds. The
   * new connection is used only after the server has answered on it.
   */
  function tooSlow(error: unknown): void {
    fails(error);
    if (!isClosed && client.status === 'ready') client.disconnect(true);
  }

  client.on('error', fails);
  client.on('close', () => {
    clearTimeout(timer);
    isUp = false;
    // If this node itself closed the connection because the server refused commands, the problem with the server was already reported, and
    // the closed connection is not reported as a second one.
    if (watch.current() === null && !isClosed) fails(new Error('The connection was closed'));
  });
  client.on('ready', () => void prove());

  return {
    async run(command, ownKeys = []) {
      if (!isUp) return null;
      try {
        return { answer: await command(client) };
      } catch (error) {
        if (!(error instanceof ReplyError)) {
          if (isUp) tooSlow(error);
        } else if (isOutage(redisTroubleOf(error))) refuses(error);
        else {
          watch.noticed(redisTroubleOf(error), reasonOf(error));
          if (redisTroubleOf(error) === 'wrong-data' && ownKeys.length > 0) client.unlink(...ownKeys).catch(tooSlow);
        }
        return null;
      }
    },
    isUp: () => isUp,
    trouble: watch.current,
    foundWrongData: (what) => watch.noticed('wrong-data', what),
    onUp: (listener) => void listeners.push(listener),
    close() {
      isClosed = true;
      isUp = false;
      clearTimeout(timer);
      client.disconnect();
    },
  };
}

/** Returns only the message of an error. An error of ioredis also contains the failed command, which may be AUTH with the password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
