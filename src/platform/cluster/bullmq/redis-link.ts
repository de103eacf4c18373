import { Redis, ReplyError } from 'ioredis';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { isCuredByReconnecting, isOutage, redisTroubleOf } from '../../../values/redis-refusal.ts';
import type { Log } from '../../log/log.ts';
import { createTroubleWatch, type Trouble } from '../../log/trouble-watch.ts';

export type RedisLink = {
  /** For commands that must come back soon: refused at once while Redis is away, and given up after a bounded wait. */
  readonly prompt: Redis;
  /** For BullMQ's workers, which wait for a Redis that is away and go on by themselves. */
  readonly patient: Redis;
  /** Whether Redis is there, and takes writes. */
  isUp(): boolean;
  trouble(): Trouble | null;
  /** Called every time that Redis is there (again). */
  onUp(listener: () => void): void;
  /** Called when Redis refuses: whoever would ask it again at once has to wait for `onUp`. */
  onRefusal(listener: () => void): void;
  /**
   * Of a command that failed. One that was too slow ends its connection: the next one counts once Redis answers on it. One that was refused
   * is followed by looks whether Redis takes writes again. Gives whether it was about one command or key only.
   */
  failed(error: unknown): { readonly isSingle: boolean };
  close(): void;
};

const ANSWER_WITHIN_MS = 2_000;
/** Longer than any blocking command of a worker: it is there for connections that lead nowhere any more. */
const PATIENCE_MS = 20_000;
const CONNECT_WITHIN_MS = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Between new connections of the workers to a Redis that sends them away. */
const REFUSED_PAUSE_MS = 1_000;
const PROBE_LIVES_MS = 1_000;

/** Connections to a Redis that may go away, refuse, and come back. Says so once when that begins, and once when it is over. */
export function createRedisLink(url: string, log: Log, prefix: string): RedisLink {
  let isClosed = false;
  const watch = createTroubleWatch({
    log,
    begins(word) {
      if (word === 'away') return 'Redis is away: ticks wait until it is back';
      if (isLasting(word)) return `Redis refuses (${word}): ticks wait until it takes writes`;
      return `Redis refuses single commands of ticks (${word})`;
    },
    ends: 'Redis is back: ticks go on',
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
    // The workers' own connections, which BullMQ copies from ours, have this too: it is the only thing that ends them while Redis is away.
    retryStrategy: (times: number) => {
      if (isClosed) return null;
      return isUp ? doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, times) : REFUSED_PAUSE_MS;
    },
    maxRetriesPerRequest: null,
    commandTimeout: PATIENCE_MS,
    // After a fail-over the old primary goes on answering, and refuses. What it refused was not done, so it is sent again over a new
    // connection: how a job ended above all, which nobody else would tell.
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
    // One look at a time, however many commands were refused together.
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

  /** A server that is there need not take writes. */
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
    // Closed by us because it refused: what is the matter is known.
    if (watch.current() === null && !isClosed) fails(new Error('The connection was closed'));
  });
  prompt.on('ready', () => void prove());
  // The same server: the prompt connection has said it, or will. Without a listener ioredis writes to the console.
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
        // What leads nowhere for one may do so for the workers.
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

/** Only the message: an error of ioredis carries its command, which is AUTH with the password when that was refused. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
