import * as v from 'valibot';
import { tradeBatchMachine } from '../../machines/trade-batch.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { Address } from '../../src/values/address.ts';
import type { TradeItem } from '../../src/values/autopilot/trade-batch.ts';
import { batchEffectOptions, batchEvents, batchInputOf, batchKeys, batchView } from '../batch/batch-options.ts';
import { baseUnits, evmAddress, evmHash } from '../branded.ts';
import { tradeBatchInspection } from './inspection.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty());
const trade = v.object({
  ...{ agentId: count, tradeId: evmHash, tokenIn: evmAddress, tokenOut: evmAddress, amountIn: baseUnits, amountOutMin: baseUnits },
  ...{ target: evmAddress, spender: evmAddress, data: text, policyHash: evmHash, gasLimit: text },
});
const item = v.object({
  ...{ itemKey: text, agentActorId: text, vault: evmAddress, wallet: evmAddress, executor: evmAddress },
  ...{ isExit: v.boolean(), deadlineSec: count, trade, addedAtMs: v.optional(count) },
});

const GATHERER = /^([1-9][0-9]{0,14})\/0x[0-9a-f]{40}$/;

/**
 * Delay in milliseconds between the report that a transaction was mined and the reading of its result. The delay is for local test chains,
 * which have no confirmation depth and can lose the blocks of the last seconds. Until the result is read, the transaction sender sends the
 * transaction again if the chain lost it.
 */
const CHECK_AFTER_MS = 5_000;

/**
 * Collects agents' trades of one chain and one executor that are sent together in one transaction. Key: `<chainId>/<executor>`, and
 * `<chainId>/<executor>/2` to `/32` for lanes (actors that submit complete batches in parallel). The actor cannot be restored to an older
 * revision, because it would then assign batch ids that later batches already have.
 */
export const tradeBatch = defineActor({
  type: 'trade-batch',
  version: 1,
  machine: tradeBatchMachine,
  events: batchEvents(item),
  effects: batchEffectOptions({ checkAfterMs: CHECK_AFTER_MS }),
  keys: batchKeys<TradeItem>(),
  view: batchView<TradeItem>,
  due: () => null,
  createOnDemand: (key) => batchInputOf(key, GATHERER, '<chainId>/<executor> or <chainId>/<executor>/<lane>'),
  inspection: tradeBatchInspection,
  restore: 'refuse',
});

/** Returns the key of the actor that collects an executor's trades into batches. */
export function tradeGatherer(chainId: number, executor: Address): string {
  return `${chainId}/${executor.toLowerCase()}`;
}
