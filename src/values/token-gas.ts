/**
 * The most gas that one look into a token may use (a balance, an allowance): anybody may have written it. Ones that count interest behind a
 * proxy take up to some 150,000.
 */
export const TOKEN_GAS = 300_000n;
