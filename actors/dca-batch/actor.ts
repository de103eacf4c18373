import * as v from 'valibot';
import { dcaBatchMachine } from '../../machines/dca-batch.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { PersistedSnapshot } from '../../src/runtime/record/record.ts';
import type { Address } from '../../src/values/address.ts';
import type { BatchItem } from '../../src/values/dca-batch.ts';
import { batchEffectOptions, batchEvents, batchInputOf, batchKeys, batchView } from '../batch/batch-options.ts';
import { baseUnits, evmAddress } from '../branded.ts';
import { dcaBatchInspection } from './inspection.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty());
const order = v.object({
  ...{ orderIndex: count, target: evmAddress, spender: evmAddress, data: text, amountOutMin: baseUnits, gasLimit: text },
  ...{ source: v.optional(text), executor: v.optional(evmAddress) },
});
const item = v.object({
  itemKey: text,
  positionActorId: text,
  vault: evmAddress,
  wallet: evmAddress,
  positionId: count,
  order: v.nullable(order),
  addedAtMs: v.optional(count),
});

const GATHERER = /^([1-9][0-9]{0,14})(?:\/claims|\/0x[0-9a-f]{40})?$/;

/**
 * Collects the orders (or the automatic pay-outs) of one chain that are sent together in one transaction. Key: `<chainId>` for orders of
 * the main executor, `<chainId>/<executor>` for orders of another executor, `<chainId>/claims` for automatic pay-outs, and `<gatherer>/2`
 * to `/24` for lanes (actors that submit complete batches in parallel). The actor cannot be restored to an older revision, because it would
 * then assign batch ids that later batches already have.
 */
export const dcaBatch = defineActor({
  type: 'dca-batch',
  version: 2,
  migrations: { 2: keepEndedKeys },
  machine: dcaBatchMachine,
  events: batchEvents(item),
  // The result of a batch is read without a delay. If a later reorg changes the result, the actor of each position notices this itself,
  // because it reads its position from the vault at every tick.
  effects: batchEffectOptions({ checkAfterMs: 0 }),
  keys: batchKeys<BatchItem>(),
  view: batchView<BatchItem>,
  due: () => null,
  createOnDemand: (key) => batchInputOf(key, GATHERER, '<chainId>, <chainId>/<executor>, <chainId>/claims or <gatherer>/<lane>'),
  inspection: dcaBatchInspection,
  restore: 'refuse',
});

/**
 * Returns the key of the actor that collects an executor's orders into batches.
 * @param executor the chain's main executor when missing
 */
export function orderGatherer(chainId: number, executor?: Address): string {
  return executor === undefined ? String(chainId) : `${chainId}/${executor.toLowerCase()}`;
}

/** Migrates version 1 of the stored state, which contained the keys of finished items without the time at which they finished. */
function keepEndedKeys(snapshot: PersistedSnapshot): PersistedSnapshot {
  const { settledKeys, ...context } = snapshot.context;
  const itemKeys = Array.isArray(settledKeys) ? settledKeys : [];
  return { ...snapshot, context: { ...context, ended: itemKeys.length === 0 ? [] : [{ atMs: Number.MAX_SAFE_INTEGER, itemKeys }] } };
}
