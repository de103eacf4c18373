import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isCuredByReconnecting, isOutage, redisTroubleOf } from '../../../values/redis-refusal.ts';
import type { Log } from '../../log/log.ts';
import { createTroubleWatch, type Trouble } from '../../log/trouble-watch.ts';

export type RedisConnectionOptions = {
  readonly url: string;
  readonly log: Log;
  /** Longest wait for one answer, ms. */
  readonly answerWithinMs: number;
  /** What it is for, as the start of log lines. */
  readonly purpose?: string;
};

export type RedisConnection = {
  /**
   * What the command answered, or null when Redis is away, too slow, or refused it. Never throws and never queues: while Redis is away, or
   * takes no writes, it answers at once. After null nobody knows whether the command was carried out.
   *
   * @param ownKeys keys that are ours alone: where one holds what we never put there, it is deleted, so that the next command goes well
   */
  run<T>(command: (client: Redis) => Promise<T>, ownKeys?: readonly string[]): Promise<{ readonly answer: T } | null>;
  /** Whether it is there, and takes writes. */
  isUp(): boolean;
  trouble(): Trouble | null;
  /** Of an answer that no node of ours wrote. */
  foundWrongData(what: string): void;
  /** Called every time that Redis is there (again). */
  onUp(listener: () => void): void;
  close(): void;
};

const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Written on every new connection, and while Redis refuses: a server that is there need not take writes. */
const PROBE_KEY = 'coxswain:probe';
const PROBE_LIVES_MS = 1_000;

/**
 * One connection to a Redis that may go away, refuse, and come back. Says so once when that begins, and once when it is over; where another
 * server may stand behind the address by now, it is connected to anew.
 */
export function createRedisConnection({ url, log, answerWithinMs, purpose = 'The Redis cache' }: RedisConnectionOptions): RedisConnection {
  const client = new Redis(url, {
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: answerWithinMs,
    // What cannot be sent now is refused now, and nothing is sent a second time: an old write must not overtake a newer one.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times),
  });
  const listeners: (() => void)[] = [];
  const watch = createTroubleWatch({
    log,
    begins(word) {
      if (word === 'away') return `${purpose} is away; going on without it`;
      return word === 'wrong-data' ? `${purpose} holds what no node of ours wrote` : `${purpose} refuses (${word}); going on without it`;
    },
    ends: `${purpose} is back`,
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
   * Without this every caller would wait its full time for a server that hangs; a new connection counts only once that server has answered
   * on it.
   */
  function tooSlow(error: unknown): void {
    fails(error);
    if (!isClosed && client.status === 'ready') client.disconnect(true);
  }

  client.on('error', fails);
  client.on('close', () => {
    clearTimeout(timer);
    isUp = false;
    // Closed by us because it refused: what is the matter is known.
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

/** Only the message: an error of ioredis carries its command, which is AUTH with the password when that was refused. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
