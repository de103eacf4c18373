import type { ActorDetails, AmountOf } from '../../../../values/inspection/actor-details.ts';
import { formatAmount, formatAmountShort, shorten } from '../../kit/format.ts';

/** Formats tokens, amounts and transactions for display. It uses the token and network data in the details of one actor. */
export type UnitRepository = {
  /** Returns the symbol of a token, such as `WETH`; its address if the symbol is unknown. */
  readonly symbolOf: (chainId: number, token: string) => string;
  /** Formats an amount, such as `0.0083 WETH`; in base units if the token's decimals are unknown. */
  readonly short: (amount: AmountOf) => string;
  readonly exact: (amount: AmountOf) => string;
  /**
   * Returns the URL of the transaction's page in a block explorer; null if there is none. Only http(s) URLs are returned, because the URL
   * becomes a link.
   */
  readonly explorerPage: (chainId: number, hash: string) => string | null;
};

export function createUnitRepository({ tokens, transactions }: Pick<ActorDetails, 'tokens' | 'transactions'>): UnitRepository {
  const byKey = new Map(tokens.map((token) => [keyOf(token.chainId, token.address), token]));
  const pages = new Map(transactions.map(({ chainId, hash, url }) => [keyOf(chainId, hash), url]));
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
    explorerPage(chainId, hash) {
      const url = pages.get(keyOf(chainId, hash)) ?? null;
      return url !== null && /^https?:\/\//.test(url) ? url : null;
    },
  };
}

function keyOf(chainId: number, address: string): string {
  return `${chainId}/${address.toLowerCase()}`;
}
