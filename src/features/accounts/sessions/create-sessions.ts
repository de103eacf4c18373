import type { RecordStore, Stored } from '../../../platform/store/record-store.ts';
import type { Address } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { IdSource } from '../../../values/id-source.ts';
import type { Secrets } from '../tokens/secrets.ts';
import { createOpenSessions, isOpen, type OpenSessions } from './open-sessions.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { REFRESH_LIFETIME_MS, SESSIONS, type SessionEnd, type StoredSession, sessionEnded } from './session.ts';

/** A session and the refresh token with which its client can get new tokens next time. */
export type Renewed = {
  readonly sessionId: string;
  readonly wallet: Address;
  readonly refreshToken: string;
  readonly refreshExpiresAtMs: number;
  /**
   * Whether the request repeats a refresh token that was exchanged a few seconds ago. A repeated request receives the same next refresh
   * token as the first one.
   */
  readonly isRepeat: boolean;
};

export type Sessions = {
  /** Opens a session for a wallet that has signed in. If the wallet then has too many sessions, the oldest ones are ended. */
  readonly open: (signIn: { readonly wallet: Address; readonly chainId: number; readonly agent: string | null }) => Promise<Renewed>;
  /**
   * Exchanges a refresh token for the next one. Requests that repeat the same token within a few seconds, on any node, all receive the same
   * next token, until that token is used. Any later use of the old token ends the session, because somebody else may have a copy of it.
   * @throws TerminalError 401 `refresh-token-wrong`, `refresh-token-reused`, `session-ended`
   */
  readonly refresh: (refreshToken: string) => Promise<Renewed>;
  /** Returns the open sessions of a wallet, newest first. */
  readonly list: (wallet: Address) => Promise<readonly Stored<StoredSession>[]>;
  /**
   * Ends one session of a wallet, and returns whether it was open. Repeating the call has no effect.
   * @throws TerminalError 404 `session-not-found`
   */
  readonly end: (wallet: Address, id: string, why: SessionEnd) => Promise<boolean>;
  /** Ends all sessions of a wallet, and returns the number of ended sessions. */
  readonly endAll: (wallet: Address, why: SessionEnd) => Promise<number>;
  readonly opened: Pick<OpenSessions, 'recent' | 'require'>;
};

/**
 * Number of sessions in one page of a query to the store. The open sessions of a wallet fit into one page, because a wallet can have fewer
 * open sessions than this number.
 */
const PAGE = 200;
/**
 * How long a used refresh token can be exchanged again for the same next token, in ms. This time is needed because two browser tabs may
 * refresh at the same moment, and because a client that received no answer repeats its request. If somebody has copied the token, using the
 * copy after this time ends the session.
 */
const SAME_ANSWER_MS = 10_000;
/** How long an ended session is stored, in ms: longer than a sign-in message or an access token of the session is valid. */
const ENDED_KEPT_MS = 3_600_000;

export function createSessions(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly secrets: Secrets;
  /** Returns the maximum number of sessions that one wallet can have open at once. */
  readonly mostOfWallet: () => number;
  /** Called for each session that ends before its expiry, with the reason. */
  readonly onEnd?: (why: SessionEnd) => void;
}): Sessions {
  const { clock, ids, mostOfWallet, onEnd } = deps;
  const sessions = deps.records.collection<StoredSession>(SESSIONS);
  const openSessions = createOpenSessions({ sessions, clock });
  const tokens = createRefreshTokens(deps.secrets);

  const renewed = (sessionId: string, { wallet, generation, expiresAtMs }: StoredSession, isRepeat = false): Renewed => ({
    ...{ sessionId, wallet, refreshExpiresAtMs: expiresAtMs, isRepeat },
    refreshToken: tokens.write({ sessionId, generation }),
  });

  async function close(session: Stored<StoredSession>, why: SessionEnd): Promise<boolean> {
    let seen: Stored<StoredSession> | null = session;
    let isClosed = false;
    while (seen !== null && seen.endedAtMs === null) {
      const { _id, rev, ...value } = seen;
      const nowMs = clock.now();
      const closed = { ...value, endedAtMs: nowMs, ended: why, expiresAtMs: nowMs + ENDED_KEPT_MS };
      if (await sessions.update(_id, rev, closed)) {
        onEnd?.(why);
        isClosed = true;
        break;
      }
      seen = await sessions.get(_id);
    }
    openSessions.forget(session._id);
    return isClosed;
  }

  async function list(wallet: Address): Promise<readonly Stored<StoredSession>[]> {
    // The query excludes ended sessions. An account can have many of them, and they would fill the page before the open sessions.
    const { rows } = await sessions.find({
      where: { wallet, endedAtMs: null },
      sort: { field: 'createdAtMs', order: 'descending' },
      limit: PAGE,
    });
    return rows.filter((row) => isOpen(row, clock.now()));
  }

  return {
    opened: openSessions,
    list,

    async open({ wallet, chainId, agent }) {
      const nowMs = clock.now();
      const sessionId = ids();
      const session: StoredSession = {
        ...{ wallet, chainId, agent, createdAtMs: nowMs, refreshedAtMs: nowMs, generation: 1, endedAtMs: null, ended: null },
        expiresAtMs: nowMs + REFRESH_LIFETIME_MS,
      };
      for (const old of (await list(wallet)).slice(Math.max(0, mostOfWallet() - 1))) await close(old, 'too-many');
      await sessions.insert(sessionId, session);
      return renewed(sessionId, session);
    },

    async refresh(refreshToken) {
      const claim = tokens.read(refreshToken);
      if (claim === null)
        throw new TerminalError({
          code: 'refresh-token-wrong',
          status: 401,
          message: 'This refresh token is unknown to this service or has expired. Sign in again.',
        });
      for (;;) {
        const session = await sessions.get(claim.sessionId);
        const nowMs = clock.now();
        if (session === null || !isOpen(session, nowMs)) throw sessionEnded();
        const { _id, rev, ...value } = session;
        if (claim.generation === value.generation) {
          const next = { ...value, generation: value.generation + 1, refreshedAtMs: nowMs, expiresAtMs: nowMs + REFRESH_LIFETIME_MS };
          if (await sessions.update(_id, rev, next)) return renewed(_id, next);
          // A concurrent request has changed or ended the session, so the session is read again.
          continue;
        }
        // The absolute difference is used because another node may have stored the time of the last refresh, and that node's clock may be
        // ahead.
        const isFresh = Math.abs(nowMs - value.refreshedAtMs) < SAME_ANSWER_MS;
        if (claim.generation === value.generation - 1 && isFresh) return renewed(_id, value, true);
        await close(session, 'refresh-token-reused');
        const message =
          'This refresh token was used already. The session has ended, because the token may have been stolen. Sign in again.';
        throw new TerminalError({ code: 'refresh-token-reused', status: 401, message });
      }
    },

    async end(wallet, id, why) {
      const session = await sessions.get(id);
      if (session === null || session.wallet !== wallet)
        throw new TerminalError({ code: 'session-not-found', status: 404, message: 'No session with this id exists.' });
      return await close(session, why);
    },

    async endAll(wallet, why) {
      const open = await list(wallet);
      let count = 0;
      for (const session of open) if (await close(session, why)) count += 1;
      return count;
    },
  };
}
