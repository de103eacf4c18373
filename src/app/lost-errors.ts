import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';

/** A promise that was rejected and that nobody waits for, or an exception in a callback that nobody catches. */
export type LostKind = 'rejection' | 'exception';

/** Hands the process's lost errors to whoever follows them, until what is given back is called. */
export type LostErrors = (follow: (kind: LostKind, error: unknown) => void) => () => void;

type Host = { on(event: 'unhandledRejection' | 'uncaughtException', listener: (error: unknown) => void): unknown };

const MINUTE_MS = 60_000;
const MOST_LINES_IN_MINUTE = 20;

/**
 * From now on no such error ends the process, which it would by itself: a stranger who finds a way to provoke one must not stop the node for all others.
 * What it cost is one request or one callback; what has to survive is in the store, and is picked up there.
 * @param unfollowed gets what comes while nobody follows
 */
export function catchLostErrors(host: Host, unfollowed: (error: unknown) => void): LostErrors {
  let followed: ((kind: LostKind, error: unknown) => void) | null = null;
  const take = (kind: LostKind) => (error: unknown) => (followed === null ? unfollowed(error) : followed(kind, error));
  host.on('unhandledRejection', take('rejection'));
  host.on('uncaughtException', take('exception'));
  return (follow) => {
    followed = follow;
    return () => {
      followed = null;
    };
  };
}

/** Counts each, and writes the first ones of a minute to the log: whoever can provoke one can provoke thousands. */
export function tellLostErrors(deps: {
  readonly count: (kind: LostKind) => void;
  readonly log: Log;
  readonly clock: Clock;
}): (kind: LostKind, error: unknown) => void {
  let minute = 0;
  let lines = 0;
  return (kind, error) => {
    deps.count(kind);
    const now = Math.floor(deps.clock.now() / MINUTE_MS);
    if (now !== minute) [minute, lines] = [now, 0];
    lines += 1;
    if (lines <= MOST_LINES_IN_MINUTE) deps.log.error('An error was lost: the code that it is of has a fault', { kind, error });
  };
}
