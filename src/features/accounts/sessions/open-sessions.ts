import type { RecordCollection } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { type StoredSession, sessionEnded } from './session.ts';

/** Maximum time in ms after which this node notices that a session was ended on another node. */
const HAD_WITHIN_MS = 1_000;
const MOST = 10_000;

/**
 * Checks whether sessions are open. A result is reused for one second, so that a signed-in client's requests do not read the store each
 * time. A session that is ended on this node is refused immediately.
 */
export type OpenSessions = {
  /** Whether a session is open, according to a read of the store within the last second; null when there was no such read. */
  readonly recent: (id: string) => boolean | null;
  /** Requires that a session is open. @throws TerminalError 401 `session-ended` */
  readonly require: (id: string) => Promise<void>;
  readonly forget: (id: string) => void;
};

export function createOpenSessions(deps: {
  readonly sessions: Pick<RecordCollection<StoredSession>, 'get'>;
  readonly clock: Clock;
}): OpenSessions {
  const { sessions, clock } = deps;
  const open = new Map<string, number>();
  /**
   * Number of sessions that were ended on this node. When this number changes during a read of the store, the session that is being read
   * may have ended meanwhile, so the result of that read is not cached.
   */
  let ends = 0;

  return {
    recent(id) {
      const readAtMs = open.get(id);
      if (readAtMs === undefined) return null;
      return Math.abs(clock.now() - readAtMs) < HAD_WITHIN_MS ? true : null;
    },

    async require(id) {
      const before = ends;
      const session = await sessions.get(id);
      if (session === null || !isOpen(session, clock.now())) {
        open.delete(id);
        throw sessionEnded();
      }
      if (ends !== before) return;
      open.delete(id);
      open.set(id, clock.now());
      if (open.size <= MOST) return;
      const [oldest] = open.keys();
      if (oldest !== undefined) open.delete(oldest);
    },

    forget(id) {
      ends += 1;
      open.delete(id);
    },
  };
}

export function isOpen({ endedAtMs, expiresAtMs }: StoredSession, nowMs: number): boolean {
  return endedAtMs === null && expiresAtMs > nowMs;
}
