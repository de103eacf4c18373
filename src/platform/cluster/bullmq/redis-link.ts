import { Redis } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import type { Log } from '../../log/log.ts';

export type RedisLink = {
  /** For commands that must come back soon: refused at once while Redis is away, and given up after a bounded wait. */
  readonly prompt: Redis;
  /** For BullMQ's workers, which wait for a Redis that is away and go on by themselves. */
  readonly patient: Redis;
  isUp(): boolean;
  /** Called every time that Redis is there (again). */
  onUp(listener: () => void): void;
  /** Of a prompt command that failed. One that was too slow ends its connection: the next one counts once Redis answers on it. */
  failed(error: unknown): void;
  /** True when an error only says that Redis is away, which has been said already. */
  isAbout(error: unknown): boolean;
  close(): void;
};

const ANSWER_WITHIN_MS = 2_000;
const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Connections to a Redis that may go away and come back. Says so once when it goes, and once when it is back. */
export function createRedisLink(url: string, log: Log): RedisLink {
  let isClosed = false;
  const shared = {
    connectTimeout: CONNECT_WITHIN_MS,
    // The workers' own connections, which BullMQ copies from ours, have this too: it is the only thing that ends them while Redis is away.
    retryStrategy: (times: number) => (isClosed ? null : doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times)),
  };
  const prompt = new Redis(url, {
    ...shared,
    commandTimeout: ANSWER_WITHIN_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  });
  const patient = new Redis(url, { ...shared, maxRetriesPerRequest: null });
  const listeners: (() => void)[] = [];
  let isUp = false;
  let isSaid = false;

  const wentAway = (error: unknown): void => {
    isUp = false;
    if (isSaid || isClosed) return;
    isSaid = true;
    log.error('Redis is away: ticks wait until it is back', { reason: reasonOf(error) });
  };

  prompt.on('error', wentAway);
  prompt.on('close', () => wentAway(new Error('The connection was closed')));
  prompt.on('ready', () => {
    isUp = true;
    if (isSaid) log.info('Redis is back: ticks go on');
    isSaid = false;
    for (const listener of listeners) listener();
  });
  // The same server: the prompt connection has said it, or will. Without a listener ioredis writes to the console.
  patient.on('error', () => undefined);

  return {
    prompt,
    patient,
    isUp: () => isUp,
    onUp: (listener) => void listeners.push(listener),
    failed(error) {
      if (!isUp || !isConnectionError(error)) return;
      wentAway(error);
      prompt.disconnect(true);
    },
    isAbout: (error) => isClosed || !isUp || isConnectionError(error),
    close() {
      isClosed = true;
      isUp = false;
      prompt.disconnect();
      patient.disconnect();
    },
  };
}

/** By name: ioredis has no class for most of these. */
const CONNECTION_ERROR = /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection is closed|Command timed out|isn't writeable/;

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && CONNECTION_ERROR.test(`${'code' in error ? String(error.code) : ''} ${error.message}`);
}

/** Only the message: an error of ioredis carries its command, which is AUTH with the password when that was refused. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
