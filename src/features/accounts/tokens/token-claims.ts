import type { Address } from '../../../values/address.ts';

/** Whom a token is for. Each kind has its own secrets and its own audience. */
export type TokenKind = 'user' | 'admin';

export type TokenClaims = { readonly wallet: Address; readonly sessionId: string; readonly expiresAtMs: number };
