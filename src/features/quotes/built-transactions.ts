import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { type BaseUnits, isBaseUnits } from '../../values/base-units.ts';
import type { BuiltTransaction } from '../relayer/built-transactions.ts';
import { QUOTE_LIFETIME_MS } from './quote-repository.ts';

/** The values that identify a transaction that this service has built. `data` and addresses are in lowercase. */
export type TransactionKey = {
  readonly chainId: number;
  readonly target: Address;
  readonly spender: Address;
  readonly data: string;
  /** Amount of the native asset that the transaction sends, in wei. */
  readonly value: bigint;
  /** The wallet that sends the transaction. It is part of the key, so that the same call built for two wallets is stored twice. */
  readonly wallet: Address;
};

const address = v.custom<Address>(isAddress);
const baseUnits = v.custom<BaseUnits>(isBaseUnits);
const builtSchema: v.GenericSchema<unknown, BuiltTransaction> = v.object({
  fromToken: address,
  toToken: address,
  /** Input amount of the trade in base units, as a decimal string. */
  amountIn: baseUnits,
  amountOutMin: baseUnits,
  recipient: address,
  wallet: address,
});

/**
 * Stores the transactions that this service has recently built, because it signs only transactions that it has built (domain decisions,
 * "Quotes"). They are stored in the same cache as quotes and for the same time, so any node of a cluster can sign what another node has
 * built.
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
