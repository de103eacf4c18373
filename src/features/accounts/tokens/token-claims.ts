import type { Address } from '../../../values/address.ts';

/** Whose token it is. Each kind has its own secrets and its own audience. */
export type TokenKind = 'user' | 'admin';

export type TokenClaims = { readonly wallet: Address; readonly sessionId: string; readonly expiresAtMs: number };
