import type { CollectionSpec } from '../../../platform/store/record-store.ts';
import type { Address } from '../../../values/address.ts';
import { documentForm, integer, nullable, number, text, time } from '../../../values/document-form.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';

/** Why the session of a wallet ended before its expiry. */
export type SessionEnd = 'signed-out' | 'refresh-token-reused' | 'too-many' | 'account-deleted';

/**
 * The session of a wallet, from its sign-in until the session ends. All refresh tokens that one sign-in leads to belong to the same
 * session.
 */
export type StoredSession = {
  readonly wallet: Address;
  readonly chainId: number;
  /** The browser or program that signed in, as reported in its user agent. */
  readonly agent: string | null;
  readonly createdAtMs: number;
  readonly refreshedAtMs: number;
  /** Number of the refresh token that can be used next. Refresh tokens with lower numbers have been used already. */
  readonly generation: number;
  readonly endedAtMs: number | null;
  readonly ended: SessionEnd | null;
  readonly expiresAtMs: number;
};

export const SESSIONS: CollectionSpec = {
  name: 'sessions',
  ofWallet: { by: 'wallet' },
  indexes: [
    ['wallet', 'createdAtMs'],
    ['wallet', 'endedAtMs', 'createdAtMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredSession>({
    ...{ wallet: text, chainId: integer, agent: nullable(text), createdAtMs: time, refreshedAtMs: time, generation: integer },
    ...{ endedAtMs: nullable(time), ended: nullable(text), expiresAtMs: number },
  }),
};

/** How long a refresh token is valid, in ms. */
export const REFRESH_LIFETIME_MS = 30 * 86_400_000;
/**
 * Maximum number of stored sessions of all wallets. When there are more, those that were not refreshed for the longest time are removed.
 */
export const MOST_SESSIONS = 100_000;

export function sessionEnded(): TerminalError {
  return new TerminalError({ code: 'session-ended', status: 401, message: 'This session has ended. Sign in again.' });
}
