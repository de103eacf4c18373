import { hash256 } from '../../../http/hash-256.ts';
import type { CollectionSpec, RecordStore } from '../../../platform/store/record-store.ts';
import { type StoredCount, storedCountForm, takeCount } from '../../../platform/store/stored-count.ts';
import type { ChainAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { DAY_MS, utcDayOf } from '../../../values/utc-day.ts';

/**
 * The numbers of turns (user messages that a language model interpreted): for each wallet and day, and for all wallets together per day.
 * The ids are hashes, so they reveal no wallet.
 */
export const MODEL_TURNS: CollectionSpec = {
  name: 'chat-model-turns',
  expiresAt: 'expiresAtMs',
  form: storedCountForm,
};

/** Maximum number of stored counts. When it is exceeded, the counts that expire first are removed. */
export const MOST_TURN_COUNTS = 200_000;

/**
 * Limits the cost of the model by limiting the number of turns (messages that the model interprets). The counts are stored, so they include
 * all nodes and survive restarts.
 */
export type ModelTurns = {
  /**
   * Counts one turn of a wallet; turns of clients without a wallet (null) are counted together. Returns the limit that refuses the turn
   * (that of the wallet or that of all wallets); null when the turn is allowed.
   */
  readonly take: (wallet: ChainAddress | null) => Promise<'wallet' | 'all' | null>;
};

export function createModelTurns(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly perWallet: number;
  readonly inAll: number;
}): ModelTurns {
  const { clock, perWallet, inAll } = deps;
  const counts = deps.records.collection<StoredCount>(MODEL_TURNS);

  return {
    async take(wallet) {
      if (!(await isRoom(`wallet/${wallet ?? ''}`, perWallet))) return 'wallet';
      return (await isRoom('all', inAll)) ? null : 'all';
    },
  };

  async function isRoom(whose: string, most: number): Promise<boolean> {
    const day = utcDayOf(clock.now());
    return await takeCount(counts, `${day}/${hash256(whose).toString('hex')}`, { most, expiresAtMs: (day + 1) * DAY_MS });
  }
}
