/**
 * Maximum gas, in gas units, of one call that reads a token (a balance, an allowance). It is limited because the token's code may be
 * hostile. Interest-bearing tokens behind a proxy use up to about 150,000 gas units.
 */
export const TOKEN_GAS = 300_000n;
