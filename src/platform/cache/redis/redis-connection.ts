import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import type { Log } from '../../log/log.ts';

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
   * What the command answered, or null when Redis is away, too slow, or refused it. Never throws and never queues: while Redis is away
   * it answers at once. After null nobody knows whether the command was carried out.
   */
  run<T>(command: (client: Redis) => Promise<T>): Promise<{ readonly answer: T } | null>;
  isUp(): boolean;
  /** Called every time that Redis is there (again). */
  onUp(listener: () => void): void;
  close(): void;
};

const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** One connection to a Redis that may go away and come back. Says so once when it goes, and once when it is back. */
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
  let isUp = false;
  let isSaid = false;
  let isClosed = false;

  const wentAway = (error: unknown): void => {
    isUp = false;
    if (isSaid || isClosed) return;
    isSaid = true;
    log.error(`${purpose} is away; going on without it`, { reason: reasonOf(error) });
  };

  client.on('error', wentAway);
  client.on('close', () => wentAway(new Error('The connection was closed')));
  client.on('ready', () => {
    isUp = true;
    if (isSaid) log.info(`${purpose} is back`);
    isSaid = false;
    for (const listener of listeners) listener();
  });

  let isRefusing = false;
  const refused = (error: unknown): void => {
    if (!isRefusing) log.error(`${purpose} refuses commands`, { reason: reasonOf(error) });
    isRefusing = true;
  };

  return {
    async run(command) {
      if (!isUp) return null;
      try {
        const answer = await command(client);
        isRefusing = false;
        return { answer };
      } catch (error) {
        // Redis is there and says no: out of memory, or a replica that takes no writes.
        if (error instanceof ReplyError) refused(error);
        else if (isUp) {
          // Too slow. Without this every caller would wait its full time for a server that hangs; a new connection counts only once
          // that server has answered on it.
          wentAway(error);
          client.disconnect(true);
        }
        return null;
      }
    },
    isUp: () => isUp,
    onUp: (listener) => void listeners.push(listener),
    close() {
      isClosed = true;
      isUp = false;
      client.disconnect();
    },
  };
}

/** Only the message: an error of ioredis carries its command, which is AUTH with the password when that was refused. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
