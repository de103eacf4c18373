import { createHash } from 'node:crypto';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, nullable, number, text } from '../../values/document-form.ts';

/** A client's statement that a bridge transfer has ended. The statement does not change the trade: see `docs/trades.md`. */
export type BridgeCompletion = {
  /** The transaction that the client stated: the UUID of a trade record, or a transaction hash. */
  readonly txHash: string;
  readonly destinationTxHash: string | null;
  readonly walletAddress: ChainAddress | null;
  readonly status: string | null;
  /** Id of the trade record that the statement belongs to; null when no trade record matches. */
  readonly tradeId: string | null;
  readonly saidAtMs: number;
  readonly expiresAtMs: number;
};

export const BRIDGE_COMPLETIONS: CollectionSpec = {
  name: 'bridge-completions',
  indexes: [['txHash', 'saidAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<BridgeCompletion>({
    ...{ txHash: text, destinationTxHash: nullable(text), walletAddress: nullable(text), status: nullable(text), tradeId: nullable(text) },
    ...{ saidAtMs: number, expiresAtMs: number },
  }),
};

/** How long a client's statement about a bridge transfer is stored, in ms. It is limited because anyone can write statements. */
const KEPT_MS = 30 * 86_400_000;

export type BridgeCompletions = {
  /** Stores a client's statement that a bridge transfer has ended. Equal statements are stored only once. */
  keep(said: Pick<BridgeCompletion, 'txHash' | 'destinationTxHash' | 'walletAddress' | 'status' | 'tradeId'>): Promise<void>;
};

export function createBridgeCompletions(deps: { readonly records: RecordStore; readonly clock: Clock }): BridgeCompletions {
  const completions = deps.records.collection<BridgeCompletion>(BRIDGE_COMPLETIONS);

  return {
    async keep(said) {
      const saidAtMs = deps.clock.now();
      const { txHash, destinationTxHash, walletAddress, status } = said;
      const id = createHash('sha256')
        .update(JSON.stringify([txHash, destinationTxHash, walletAddress, status]))
        .digest('hex');
      await completions.insert(id, { ...said, saidAtMs, expiresAtMs: saidAtMs + KEPT_MS });
    },
  };
}
