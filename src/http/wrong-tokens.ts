import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';
import { doublingPauseMs } from '../values/doubling-pause.ts';
import { clientOf, type RouteLimitsDeps } from './rate-limit.ts';

export type WrongTokenKind = 'token' | 'link';

/**
 * Counts wrong tokens and wrong sign-in links by client. The more of them a client has sent recently, the longer the reply to its next
 * wrong one is delayed. The reply to a correct token is never delayed, so that clients with the same address cannot lock each other out.
 */
export type WrongTokens = {
  /**
   * Counts a wrong token. Resolves when the reply to it may be sent: after the client's delay, when the client has disconnected, or when
   * the node stops.
   */
  readonly met: (request: Request, kind: WrongTokenKind) => Promise<void>;
};

export type WrongTokensDeps = Pick<RouteLimitsDeps, 'trustProxy' | 'addressOf'> & {
  readonly clock: Clock;
  readonly log: Log;
  /** Signal that is aborted when the node stops. */
  readonly closing: AbortSignal;
  /** Resolves after `ms` milliseconds, or earlier when one of the signals is aborted. */
  readonly pause: (ms: number, ...signals: readonly AbortSignal[]) => Promise<void>;
  readonly onWrong?: ((kind: WrongTokenKind) => void) | undefined;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Milliseconds without a wrong token after which a client's count is reset to 0. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/**
 * Maximum number of clients whose wrong tokens are counted. When it is exceeded, the client whose last wrong token is the oldest is
 * removed.
 */
const MOST_CLIENTS = 10_000;
/** Maximum number of replies that are delayed at the same time. Further replies are sent without a delay, so that they need no memory. */
const MOST_HELD = 5_000;
const REPORT_EVERY_MS = 60_000;
const MOST_REPORTED = 5;

export function createWrongTokens(deps: WrongTokensDeps): WrongTokens {
  const { clock, closing, pause } = deps;
  const seen = new Map<string, { readonly count: number; readonly atMs: number }>();
  const report = createReport(deps);
  let held = 0;

  function countOf(client: string): number {
    const now = clock.now();
    const before = seen.get(client);
    const count = before === undefined || now - before.atMs >= FORGOTTEN_AFTER_MS ? 1 : before.count + 1;
    seen.delete(client);
    const [oldest] = seen.keys();
    if (seen.size >= MOST_CLIENTS && oldest !== undefined) seen.delete(oldest);
    seen.set(client, { count, atMs: now });
    return count;
  }

  return {
    async met(request, kind) {
      const client = clientOf(request, deps);
      const count = countOf(client);
      deps.onWrong?.(kind);
      report(client);
      if (held >= MOST_HELD) return;
      held += 1;
      try {
        await pause(doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, count), closing, request.signal);
      } finally {
        held -= 1;
      }
    },
  };
}

/**
 * Logs the first wrong token immediately. After that, the function writes at most one line per minute, with the number of wrong tokens
 * since the previous line.
 */
function createReport({ log, pause }: Pick<WrongTokensDeps, 'log' | 'pause'>): (client: string) => void {
  const byClient = new Map<string, number>();
  let tries = 0;
  let isOpen = false;

  function write(): void {
    const most = [...byClient].sort(([, a], [, b]) => b - a).slice(0, MOST_REPORTED);
    log.warn('Wrong operator tokens or sign-in links were received', {
      tries,
      clients: byClient.size,
      most: most.map(([client, count]) => `${client}: ${count}`),
    });
    byClient.clear();
    tries = 0;
    isOpen = true;
    void pause(REPORT_EVERY_MS).then(() => {
      isOpen = false;
      if (tries > 0) write();
    });
  }

  return (client) => {
    tries += 1;
    if (byClient.has(client) || byClient.size < MOST_CLIENTS) byClient.set(client, (byClient.get(client) ?? 0) + 1);
    if (!isOpen) write();
  };
}
