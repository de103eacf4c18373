import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { type BaseUnits, isBaseUnits } from '../../values/base-units.ts';
import type { BuiltTransaction } from '../relayer/built-transactions.ts';
import { QUOTE_LIFETIME_MS } from './quote-repository.ts';

/** The values that identify a built transaction. `data` and addresses are in lowercase. */
export type TransactionKey = {
  readonly chainId: number;
  readonly target: Address;
  readonly spender: Address;
  readonly data: string;
  /** Wei. */
  readonly value: bigint;
  /** The wallet that sends the transaction. It is part of the key, so that the same call built for another wallet is stored separately. */
  readonly wallet: Address;
};

const address = v.custom<Address>(isAddress);
const baseUnits = v.custom<BaseUnits>(isBaseUnits);
const builtSchema: v.GenericSchema<unknown, BuiltTransaction> = v.object({
  fromToken: address,
  toToken: address,
  /** Amounts in base units, as decimal strings. */
  amountIn: baseUnits,
  amountOutMin: baseUnits,
  recipient: address,
  wallet: address,
});

/**
 * Stores the transactions that this service has recently built, because only these are signed (domain decisions, "Quotes"). They are stored
 * in the same cache as quotes and for the same time, so any node of a cluster can sign what another node has built.
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
