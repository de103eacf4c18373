import type { CollectionSpec } from '../../../platform/store/record-store.ts';
import type { Address } from '../../../values/address.ts';
import { documentForm, integer, nullable, number, text, time } from '../../../values/document-form.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';

/** Why a session ended before its time. */
export type SessionEnd = 'signed-out' | 'refresh-token-reused' | 'too-many' | 'account-deleted';

/** A sign-in of a wallet, from its message until it ends. All refresh tokens that follow each other belong to one session. */
export type StoredSession = {
  readonly wallet: Address;
  readonly chainId: number;
  /** The browser or program, as it names itself. */
  readonly agent: string | null;
  readonly createdAtMs: number;
  readonly refreshedAtMs: number;
  /** The number of the refresh token that may be used next; earlier ones have been used. */
  readonly generation: number;
  readonly endedAtMs: number | null;
  readonly ended: SessionEnd | null;
  readonly expiresAtMs: number;
};

export const SESSIONS: CollectionSpec = {
  name: 'sessions',
  ofWallet: { by: 'wallet' },
  indexes: [['wallet', 'createdAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredSession>({
    ...{ wallet: text, chainId: integer, agent: nullable(text), createdAtMs: time, refreshedAtMs: time, generation: integer },
    ...{ endedAtMs: nullable(time), ended: nullable(text), expiresAtMs: number },
  }),
};

/** How long a refresh token may be used. */
export const REFRESH_LIFETIME_MS = 30 * 86_400_000;
/** Maximum number of sessions of all wallets; beyond it those that were refreshed longest ago are removed. */
export const MOST_SESSIONS = 100_000;

export function sessionEnded(): TerminalError {
  return new TerminalError({ code: 'session-ended', status: 401, message: 'This session has ended. Sign in again.' });
}
