import type { ActorDetails, AmountOf } from '../../../../values/inspection/actor-details.ts';
import { formatAmount, formatAmountShort, shorten } from '../../kit/format.ts';

/** How what an actor shows is told, by what its details say of tokens and transactions. */
export type UnitRepository = {
  /** `WETH`; a token that nobody knows by its address. */
  readonly symbolOf: (chainId: number, token: string) => string;
  /** `0.0083 WETH`; base units where nobody knows the decimals. */
  readonly short: (amount: AmountOf) => string;
  readonly exact: (amount: AmountOf) => string;
  /** The page of a block explorer, where there is one. Only of a web address: it becomes a link. */
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
