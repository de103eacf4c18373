import type { DcaVault, OrderExecuted, VaultEvent } from '../../platform/chain/dca-vault/dca-vault.ts';
import { parseHash } from '../../values/hash.ts';
import type { BatchItem, BatchOutcome, SealedBatch } from './batch-item.ts';
import type { DcaFill, FillBook } from './fill-book.ts';

/** What an item's position has to be told. */
export type ItemVerdict = { readonly item: BatchItem; readonly event: ItemEvent };

export type ItemEvent =
  | {
      readonly type: 'ORDER_SETTLED';
      readonly itemKey: string;
      readonly orderIndex: number;
      readonly amountIn: string;
      readonly amountOut: string;
      readonly blockTimeSec: number;
    }
  | { readonly type: 'ORDER_FAILED'; readonly itemKey: string; readonly reason: string }
  | { readonly type: 'ORDER_RETURNED'; readonly itemKey: string; readonly reason: string }
  /** Of an automatic pay-out: what it did is on chain. */
  | { readonly type: 'LOOK' }
  | { readonly type: 'AUTO_CLAIM_REFUSED'; readonly itemKey: string; readonly reason: string }
  | { readonly type: 'AUTO_CLAIM_RETURNED'; readonly itemKey: string };

/**
 * Reads what a batch's transaction did, writes its fills, and says what each position has to be told. May be repeated.
 * @returns null when the chain does not have the transaction (any more)
 */
export type RecordOutcome = (chainId: number, batch: SealedBatch, outcome: BatchOutcome) => Promise<readonly ItemVerdict[] | null>;

export function createRecordOutcome(deps: { vaultAt: (chainId: number, address: string) => DcaVault; fills: FillBook }): RecordOutcome {
  const { vaultAt, fills } = deps;
  return async (chainId, batch, { outcome, txHash, reason }) => {
    if (outcome !== 'mined' || txHash === null) {
      const told = `${outcome}${reason === null ? '' : `: ${reason}`}`;
      return batch.items.map((item) => ({ item, event: unsent(item, outcome === 'reverted', told) }));
    }
    const mined = await vaultAt(chainId, batch.vault).eventsOf(parseHash(txHash));
    if (mined === null) return null;
    const verdicts: ItemVerdict[] = [];
    for (const item of batch.items) {
      const events = mined.events.filter((event) => event.wallet === item.wallet && event.positionId === item.positionId);
      const executed = events.find((event) => event.kind === 'order-executed');
      if (item.order !== null && executed !== undefined) await fills.record(fillOf(chainId, batch.vault, executed, mined.timeSec));
      verdicts.push({ item, event: eventOf(item, events, executed, mined.timeSec) });
    }
    return verdicts;
  };
}

export function fillOf(chainId: number, vault: string, executed: OrderExecuted, timeSec: number): DcaFill {
  const { wallet, positionId, orderIndex, fromToken, toToken, log } = executed;
  return {
    chainId,
    wallet,
    vault,
    positionId,
    txHash: log.txHash,
    orderIndex,
    fromToken,
    toToken,
    amountIn: executed.amountIn.toString(),
    amountOut: executed.amountOut.toString(),
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    executedAtMs: timeSec * 1000,
  };
}

function eventOf(item: BatchItem, events: readonly VaultEvent[], executed: OrderExecuted | undefined, blockTimeSec: number): ItemEvent {
  const { itemKey, order } = item;
  if (order === null) {
    const refused = events.find((event) => event.kind === 'auto-claim-failed');
    return refused === undefined ? { type: 'LOOK' } : { type: 'AUTO_CLAIM_REFUSED', itemKey, reason: refused.reason };
  }
  if (executed !== undefined) {
    const amounts = { amountIn: executed.amountIn.toString(), amountOut: executed.amountOut.toString() };
    return { type: 'ORDER_SETTLED', itemKey, orderIndex: executed.orderIndex, ...amounts, blockTimeSec };
  }
  const failed = events.find((event) => event.kind === 'order-failed');
  return { type: 'ORDER_FAILED', itemKey, reason: failed?.reason ?? 'The vault said nothing of this order.' };
}

/** A transaction that reverted cost gas like an order that failed; any other end cost nothing. */
function unsent({ itemKey, order }: BatchItem, isReverted: boolean, reason: string): ItemEvent {
  if (order === null) return { type: 'AUTO_CLAIM_RETURNED', itemKey };
  return { type: isReverted ? 'ORDER_FAILED' : 'ORDER_RETURNED', itemKey, reason };
}
