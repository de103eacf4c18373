import type { DcaFill } from '../../../src/features/dca/fill-repository.ts';
import type { OrderExecuted } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { parseCall } from './call-bytes.ts';
import type { SimBlock, SimChain } from './sim-chain.ts';
import { eventsIn } from './sim-rpc.ts';
import { positionKey, slotTimeOf, spacingOf } from './vault-model.ts';

type Executed = { readonly event: OrderExecuted; readonly timeSec: number };

/** Returns the orders that the canonical chain has executed, in order. */
export function executedOn(blocks: readonly SimBlock[]): readonly Executed[] {
  return blocks.flatMap((block) =>
    eventsIn(block).flatMap((event) => (event.kind === 'order-executed' ? [{ event, timeSec: block.timeSec }] : [])),
  );
}

/**
 * Checks the chain's events, independently of the vault model. Each order occurs once and in sequence. There are never more orders than
 * started slots, and they are at least half the spacing apart and within the budget. No batch of orders is mined twice.
 * @returns the problem, or null
 */
export function checkChain(chain: SimChain): string | null {
  const blocks = chain.blocks();
  const calls = new Map<string, string>();
  for (const { hash, data } of blocks.flatMap(({ transactions }) => transactions)) {
    // Two requests of a pay-out can have the same bytes, because a lagging endpoint has shown the same time for the deadlines of both.
    if (data === '0x' || parseCall(data)?.kind === 'claims') continue;
    const other = calls.get(data);
    if (other !== undefined) return `one call was mined twice, as ${other} and ${hash}`;
    calls.set(data, hash);
  }
  const last = new Map<string, { orders: number; timeSec: number; spent: bigint }>();
  const positions = chain.head().state;
  for (const { event, timeSec } of executedOn(blocks)) {
    const key = positionKey(event);
    const position = positions.get(key);
    if (position === undefined) return `${key} bought, and is not there`;
    const before = last.get(key) ?? { orders: 0, timeSec: Number.NEGATIVE_INFINITY, spent: 0n };
    const spent = before.spent + event.amountIn;
    if (event.orderIndex !== before.orders) return `${key} executed order ${event.orderIndex} when ${before.orders} was next`;
    if (timeSec < slotTimeOf(position, event.orderIndex)) return `${key} executed order ${event.orderIndex} before its slot`;
    if (timeSec - before.timeSec < spacingOf(position) / 2) return `${key} executed order ${event.orderIndex} too soon after the last`;
    if (spent > position.amount) return `${key} spent ${spent} of ${position.amount}`;
    last.set(key, { orders: before.orders + 1, timeSec, spent });
  }
  return null;
}

/** Checks that every fill belongs to an executed order. For a while, a fill may still come from a block that a reorg removed. */
export function checkFills(chain: SimChain, fills: readonly DcaFill[]): string | null {
  for (const fill of fills) {
    const block = chain.blocksOf(parseHash(fill.txHash)).find(({ hash }) => hash === fill.blockHash);
    const isTrue = block && executedOn([block]).some((one) => textOf(one) === textOfFill(fill));
    if (!isTrue) return `the fill ${textOfFill(fill)} never happened`;
  }
  return null;
}

/**
 * Compares the recorded fills with the orders that the canonical chain has executed. Returns the first difference; null when they are
 * equal.
 */
export function compareFills(chain: SimChain, fills: readonly DcaFill[]): string | null {
  const wanted = new Set(executedOn(chain.blocks()).map(textOf));
  const found = new Set(fills.map(textOfFill));
  for (const one of wanted) if (!found.has(one)) return `the fill ${one} is missing`;
  for (const one of found) if (!wanted.has(one)) return `the fill ${one} is not on the chain`;
  return null;
}

function textOf({ event, timeSec }: Executed): string {
  const { wallet, positionId, orderIndex, amountIn, amountOut, log } = event;
  return [wallet, positionId, orderIndex, amountIn, amountOut, log.txHash, log.blockNumber, log.blockHash, timeSec].join('/');
}

function textOfFill(fill: DcaFill): string {
  const { wallet, positionId, orderIndex, amountIn, amountOut, txHash, blockNumber, blockHash, executedAtMs } = fill;
  return [wallet, positionId, orderIndex, amountIn, amountOut, txHash, blockNumber, blockHash, executedAtMs / 1000].join('/');
}
