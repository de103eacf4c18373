import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import type { BuiltTransaction } from '../relayer/built-transactions.ts';
import { QUOTE_LIFETIME_MS } from './quote-repository.ts';

/** The key of a transaction. `data` and addresses in lowercase. */
export type TransactionKey = {
  readonly chainId: number;
  readonly target: string;
  readonly spender: string;
  readonly data: string;
  /** Wei. */
  readonly value: bigint;
  /** The sending wallet. It is part of the key, so that another wallet's build of the same call does not replace this one. */
  readonly wallet: string;
};

const builtSchema: v.GenericSchema<unknown, BuiltTransaction> = v.object({
  fromToken: v.string(),
  toToken: v.string(),
  /** Base units, decimal text. */
  amountIn: v.string(),
  amountOutMin: v.string(),
  recipient: v.string(),
  wallet: v.string(),
});

/**
 * Stores the transactions that this service has built recently; nothing else is signed (domain decisions, "Quotes"). They are kept as long
 * as quotes, in the same cache, so any node of a cluster can sign what another has built.
 */
export type BuiltTransactions = {
  remember(key: TransactionKey, built: BuiltTransaction): Promise<void>;
  find(key: TransactionKey): Promise<BuiltTransaction | null>;
};

export function createBuiltTransactions(deps: { cache: Cache }): BuiltTransactions {
  return {
    remember: (key, built) => deps.cache.set(nameOf(key), built, QUOTE_LIFETIME_MS),
    async find(key) {
      const kept = await deps.cache.get(nameOf(key));
      return kept === undefined ? null : v.parse(builtSchema, kept);
    },
  };
}

function nameOf({ chainId, target, spender, data, value, wallet }: TransactionKey): string {
  const parts = [chainId, target.toLowerCase(), spender.toLowerCase(), data.toLowerCase(), value, wallet.toLowerCase()];
  return `built:${createHash('sha256').update(parts.join('/')).digest('hex')}`;
}
