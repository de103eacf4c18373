import type { DayFailures } from '../../market/day-sums/day-failures.ts';
import { chargeShares, type GasShare } from '../../market/gas/charge-shares.ts';
import type { PriceGas } from '../../market/gas/create-price-gas.ts';
import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { DcaVault, OrderExecuted, VaultEvent } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { Address } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { BatchOutcome } from '../../values/batch.ts';
import type { BatchItem, SealedBatch } from '../../values/dca-batch.ts';
import { parseHash } from '../../values/hash.ts';
import type { DcaFill, FillRepository } from './fill-repository.ts';

/** An item of a batch, and the event that reports the item's outcome to its position. */
export type ItemOutcome = { readonly item: BatchItem; readonly event: ItemEvent };

export type ItemEvent =
  | {
      readonly type: 'ORDER_SETTLED';
      readonly itemKey: string;
      readonly orderIndex: number;
      readonly amountIn: BaseUnits;
      readonly amountOut: BaseUnits;
      readonly blockTimeSec: number;
    }
  | { readonly type: 'ORDER_FAILED'; readonly itemKey: string; readonly reason: string }
  | { readonly type: 'ORDER_RETURNED'; readonly itemKey: string; readonly reason: string }
  /** The event after an automatic pay-out was executed. It makes the position's actor read the result from the vault. */
  | { readonly type: 'LOOK' }
  | { readonly type: 'AUTO_CLAIM_REFUSED'; readonly itemKey: string; readonly reason: string }
  | { readonly type: 'AUTO_CLAIM_RETURNED'; readonly itemKey: string };

/**
 * Stores the fills (executed orders) of a batch's transaction, and returns the event with each position's result. Safe to repeat.
 * @returns null when the chain does not have the transaction, or no longer has it
 */
export type RecordOutcome = (chainId: number, batch: SealedBatch, outcome: BatchOutcome) => Promise<readonly ItemOutcome[] | null>;

/** Called for each failed order. If the result of the order's batch is read again, the function is called again for the same order. */
export type RouteFailed = (chainId: number, source: string) => void;

export function createRecordOutcome(deps: {
  vaultAt: (chainId: number, address: Address) => DcaVault;
  fills: FillRepository;
  gas: Pick<GasRules, 'settle'>;
  priceGas: PriceGas;
  /** Receives each failed order, to count the failures of each day. */
  failures?: Pick<DayFailures, 'note'> | undefined;
  /** Called for an order that failed on chain with a route that this service did not compute itself. */
  onRouteFailed?: RouteFailed | undefined;
}): RecordOutcome {
  const { vaultAt, fills, gas, priceGas, failures, onRouteFailed } = deps;
  const note = async ({ item, event }: ItemOutcome) => {
    if (event.type !== 'ORDER_FAILED') return;
    await failures?.note(event.itemKey, { kind: 'position', subject: item.positionActorId, reason: event.reason });
  };
  return async (chainId, batch, { outcome, txHash, reason }) => {
    const mined = txHash === null ? null : await vaultAt(chainId, batch.vault).eventsOf(parseHash(txHash));
    if (outcome !== 'mined' || txHash === null) {
      await chargeShares(gas, { chainId, feeWei: txHash === null ? 0n : (mined?.feeWei ?? null) }, batch.items.map(shareOf));
      const told = `${outcome}${reason === null ? '' : `: ${reason}`}`;
      const unsentItems = batch.items.map((item) => ({ item, event: unsent(item, outcome === 'reverted', told) }));
      await Promise.all(unsentItems.map(note));
      return unsentItems;
    }
    if (mined === null) return null;
    const { timeSec, feeWei } = mined;
    const costs = await chargeShares(gas, { chainId, feeWei }, batch.items.map(shareOf));
    const recordFill = async (executed: OrderExecuted, wei: bigint | null) => {
      const paid = await priceGas({ chainId, wei, blockTimeSec: timeSec });
      await fills.record({ ...fillOf(chainId, batch.vault, executed, timeSec), ...(paid === undefined ? {} : { gas: paid }) });
    };
    const findings: ItemOutcome[] = [];
    const writes: Promise<unknown>[] = [];
    for (const [at, item] of batch.items.entries()) {
      const events = mined.events.filter((event) => event.wallet === item.wallet && event.positionId === item.positionId);
      const executed = events.find((event) => event.kind === 'order-executed');
      if (item.order !== null && executed !== undefined) writes.push(recordFill(executed, costs[at] ?? null));
      const event = eventOf(item, events, executed, timeSec);
      const source = item.order?.source;
      if (source !== undefined && event.type === 'ORDER_FAILED') onRouteFailed?.(chainId, source);
      findings.push({ item, event });
    }
    await Promise.all([...writes, ...findings.map(note)]);
    return findings;
  };
}

/** Returns an order's share of its batch's gas cost, which is divided among the orders in proportion to their gas limits. */
function shareOf({ wallet, itemKey, order }: BatchItem): GasShare {
  return { wallet, key: itemKey, share: order === null ? 1n : BigInt(order.gasLimit) + 1n };
}

export function fillOf(chainId: number, vault: Address, executed: OrderExecuted, timeSec: number): DcaFill {
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
    amountIn: toBaseUnits(executed.amountIn),
    amountOut: toBaseUnits(executed.amountOut),
    ...(executed.fee === undefined ? {} : { fee: toBaseUnits(executed.fee) }),
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    executedAtMs: timeSec * 1000,
  };
}

const PAUSED: ReadonlySet<string> = new Set(['PositionIsPaused', 'AllArePaused']);

function eventOf(item: BatchItem, events: readonly VaultEvent[], executed: OrderExecuted | undefined, blockTimeSec: number): ItemEvent {
  const { itemKey, order } = item;
  if (order === null) {
    const refused = events.find((event) => event.kind === 'auto-claim-failed');
    return refused === undefined ? { type: 'LOOK' } : { type: 'AUTO_CLAIM_REFUSED', itemKey, reason: refused.reason };
  }
  if (executed !== undefined) {
    const amounts = { amountIn: toBaseUnits(executed.amountIn), amountOut: toBaseUnits(executed.amountOut) };
    return { type: 'ORDER_SETTLED', itemKey, orderIndex: executed.orderIndex, ...amounts, blockTimeSec };
  }
  const failed = events.find((event) => event.kind === 'order-failed');
  // The owner has paused the position. So the order does not count as failed; the next tick (once a minute) reads from the vault that the
  // position is paused.
  if (failed !== undefined && PAUSED.has(failed.reason)) return { type: 'ORDER_RETURNED', itemKey, reason: failed.reason };
  return { type: 'ORDER_FAILED', itemKey, reason: failed?.reason ?? 'The transaction contains no vault event for this order.' };
}

/**
 * If the transaction reverted, it cost gas, so its orders count as failed. If it was not mined, it cost nothing, so its orders are only
 * returned.
 */
function unsent({ itemKey, order }: BatchItem, isReverted: boolean, reason: string): ItemEvent {
  if (order === null) return { type: 'AUTO_CLAIM_RETURNED', itemKey };
  return { type: isReverted ? 'ORDER_FAILED' : 'ORDER_RETURNED', itemKey, reason };
}
