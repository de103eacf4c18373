import { createHash } from 'node:crypto';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, nullable, number, text } from '../../values/document-form.ts';

/** What a client said of the end of a bridge. Nothing is concluded from it: see `docs/trades.md`. */
export type BridgeCompletion = {
  /** As the client named the transaction: the record's UUID or a hash. */
  readonly txHash: string;
  readonly destinationTxHash: string | null;
  readonly walletAddress: string | null;
  readonly status: string | null;
  /** The record that it belongs to, when there is one. */
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

/** Anyone may write them, so they do not stay for good. */
const KEPT_MS = 30 * 86_400_000;

export type BridgeCompletions = {
  /** The same said twice is kept once. */
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
