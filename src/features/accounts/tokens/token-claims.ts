import type { Address } from '../../../values/address.ts';

/** The kind of person that a token is for, a user or an admin. Each kind has its own secrets and its own token audience. */
export type TokenKind = 'user' | 'admin';

export type TokenClaims = { readonly wallet: Address; readonly sessionId: string; readonly expiresAtMs: number };
