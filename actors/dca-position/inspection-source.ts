import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import type { DcaFill, FillRepository } from '../../src/features/dca/fill-repository.ts';
import type { InspectionSource } from '../../src/runtime/define/definition.ts';
import type { Address } from '../../src/values/address.ts';
import { orderGatherer } from '../dca-batch/actor.ts';

/** Stored data about a DCA position for the inspector: its fills (executed orders) and its batch. */
export type SeenOfPosition = {
  /** The position's fills (executed orders), newest first. */
  readonly fills: readonly DcaFill[];
  /** Id of the batch that contains the position's current order. This id is the batch's request key at the transaction sender. */
  readonly inBatch: string | null;
  /** Address that sends the position's transactions. Null when this node has no key for the position's chain. */
  readonly executor: Address | null;
  /** Id of the actor that gathers the position's orders. */
  readonly gatherer: string;
};

/**
 * Maximum number of fills (executed orders) that are read for one position. Fills are found by position number, and positions in other
 * vaults can have the same number, so that their fills are read as well. So the limit is larger than the displayed schedule needs.
 */
const FILLS = 1_000;

export function createPositionSource(deps: {
  readonly fills: Pick<FillRepository, 'listOf'>;
  /**
   * Asks a batch gatherer (the actor that collects orders for batches) for the id of the batch that contains an order or a pay-out; null
   * when no batch contains it.
   */
  readonly batchOf: (gatherer: string, itemKey: string) => Promise<string | null>;
  readonly executorOf: (chainId: number, recordId?: string) => Address | null;
}): InspectionSource<{ readonly context: DcaPositionContext }, SeenOfPosition> {
  return async ({ context: { recordId, terms, link, order } }, { gather }) => {
    const { chainId, wallet } = terms;
    const executor = deps.executorOf(chainId, recordId);
    const isMain = executor === null || executor === deps.executorOf(chainId);
    const gatherer = orderGatherer(chainId, isMain ? undefined : executor);
    const [fills, inBatch] = await Promise.all([
      gather('Its fills', [], async () => {
        if (link === null) return [];
        const all = await deps.fills.listOf({ wallet, positionId: link.positionId, limit: FILLS });
        return all.filter((fill) => fill.chainId === chainId && fill.vault === link.vault);
      }),
      gather('Its batch', null, async () => (order === null ? null : deps.batchOf(gatherer, order.itemKey))),
    ]);
    return { fills, inBatch, executor, gatherer: `dca-batch/${gatherer}` };
  };
}
