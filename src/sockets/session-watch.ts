import type { TokenCheck } from '../http/bearer-auth.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import type { Clock } from '../values/clock.ts';
import type { SignedInClient } from './identify.ts';

/** Ends connections whose access token or signature has expired, or whose session has ended. */
export type SessionWatch = {
  /**
   * Watches a connection until the returned function is called. `end` is called at most once, when the connection must be closed, with a
   * stable code and a message.
   */
  readonly add: (client: Pick<SignedInClient, 'sessionId' | 'endsAtMs'>, end: (code: string, message: string) => void) => () => void;
  readonly stop: () => Promise<void>;
};

/** Interval in milliseconds at which the service checks whether the clients' sessions are still open. */
const SESSIONS_EVERY_MS = 5_000;
/** Maximum delay that a JavaScript timer supports, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates a watch that checks each session once per interval, regardless of the number of its connections. */
export function createSessionWatch(deps: {
  readonly tokens: Pick<TokenCheck, 'isOpen'>;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): SessionWatch {
  const { tokens, timers, clock, onError } = deps;
  const bySession = new Map<string, Set<(code: string, message: string) => void>>();

  const work = repeatWork(timers, SESSIONS_EVERY_MS, async () => {
    for (const [sessionId, ends] of bySession) {
      try {
        if (await tokens.isOpen(sessionId)) continue;
        for (const end of ends) end('session-ended', 'The session of this connection has ended.');
      } catch (error) {
        // The check failed, so it is unknown whether the session is still open. The connection stays open until the next check.
        onError(error);
      }
    }
  });

  return {
    add({ sessionId, endsAtMs }, endConnection) {
      const leave = () => {
        cancel();
        others?.delete(end);
        if (sessionId !== null && others?.size === 0 && bySession.get(sessionId) === others) bySession.delete(sessionId);
      };
      const end = (code: string, message: string) => {
        leave();
        endConnection(code, message);
      };
      const cancel = timers.after(Math.min(Math.max(0, endsAtMs - clock.now()), LONGEST_TIMER_MS), () => {
        end('token-expired', 'The access token or signature of this connection has expired. Connect again with a new one.');
      });
      const others = sessionId === null ? null : (bySession.get(sessionId) ?? new Set());
      if (sessionId !== null && others !== null) bySession.set(sessionId, others.add(end));
      return leave;
    },
    stop: work.stop,
  };
}
