import type { TickPrices } from '../../market/price-series/tick-prices.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { FactSource, TopicSource } from '../../runtime/define/definition.ts';
import type { PriceFact } from '../../values/autopilot/facts.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';

const KEY = /^price\/([1-9][0-9]{0,14})\/(.+)$/;

/**
 * Reads the prices that alerts wait for; each price is read once for all alerts. `facts` contains every price, including doubtful ones, so
 * that operators see why an alert does not fire. `topicValues` contains only reliable prices, because a doubtful or missing price must not
 * fire an alert.
 */
export function createAlertPrices({ tickPrices }: { readonly tickPrices: TickPrices }): {
  readonly facts: FactSource;
  readonly topicValues: TopicSource;
} {
  async function read(keys: readonly string[], atMs: number): Promise<ReadonlyMap<string, PriceFact>> {
    const asked = keys.flatMap(parseKey);
    const prices = await tickPrices(asked, atMs);
    return new Map(
      asked.flatMap(({ key, chainId, token }) => {
        const price = prices.get(tokenKey(chainId, token));
        return price === undefined ? [] : [[key, price] as const];
      }),
    );
  }

  return {
    facts: (keys, { atMs }) => read(keys, atMs),
    async topicValues(topics, { atMs }) {
      const prices = await read(topics, atMs);
      return new Map([...prices].flatMap(([topic, price]) => (counts(price) ? [[topic, Number(price.usd)] as const] : [])));
    },
  };
}

function counts(price: PriceFact): price is Extract<PriceFact, { readonly kind: 'price' }> {
  return price.kind === 'price' && price.isTrusted;
}

function parseKey(key: string) {
  const [, chain, address = ''] = KEY.exec(key) ?? [];
  if (chain === undefined) return [];
  const chainId = Number(chain);
  try {
    return [{ key, chainId, token: parseChainAddress(chainId, address) }];
  } catch (error) {
    // The address in the key is not valid on this chain, so the key names no token and has no price.
    if (error instanceof CoxswainError) return [];
    throw error;
  }
}
