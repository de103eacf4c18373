import type { AmountOf, TokenNote } from '../../../../values/inspection/actor-details.ts';
import { formatAmount, formatAmountShort, shorten } from '../../kit/format.ts';

/** How amounts of tokens are shown, by what the details say of them. */
export type TokenBook = {
  /** `WETH`; a token that nobody knows by its address. */
  readonly symbolOf: (chainId: number, token: string) => string;
  /** `0.0083 WETH`; base units where nobody knows the decimals. */
  readonly short: (amount: AmountOf) => string;
  readonly exact: (amount: AmountOf) => string;
};

export function createTokenBook(tokens: readonly TokenNote[]): TokenBook {
  const byKey = new Map(tokens.map((token) => [keyOf(token.chainId, token.address), token]));
  const find = (chainId: number, token: string) => byKey.get(keyOf(chainId, token));
  const symbolOf = (chainId: number, token: string) => find(chainId, token)?.symbol ?? shorten(token);
  const shown = (amountOf: AmountOf, format: (amount: string, decimals: number) => string) => {
    const { amount, token, chainId } = amountOf;
    const known = find(chainId, token);
    return known === undefined
      ? `${amount} base units of ${symbolOf(chainId, token)}`
      : `${format(amount, known.decimals)} ${known.symbol}`;
  };
  return {
    symbolOf,
    short: (amount) => shown(amount, formatAmountShort),
    exact: (amount) => shown(amount, formatAmount),
  };
}

function keyOf(chainId: number, address: string): string {
  return `${chainId}/${address.toLowerCase()}`;
}
