import type { dcaPositionMachine } from '../../machines/dca-position.ts';
import type { LinkRepository } from '../../src/features/dca/link-repository.ts';
import type { PlanKeyedOrder } from '../../src/features/dca/plan-within-gas.ts';
import type { GasRules } from '../../src/market/gas/gas-rules.ts';
import type { EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { Timers } from '../../src/runtime/engine/timers.ts';
import type { DataFees } from '../../src/values/cost-estimate.ts';
import type { BatchItem } from '../../src/values/dca-batch.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import { type AskToAdd, addEventOf, createJoinBatch, type JoinBatch, type Joining } from '../batch/join-batch.ts';
import { dcaBatch, orderGatherer } from '../dca-batch/actor.ts';
import type { dcaPosition } from './actor.ts';

/**
 * Estimates the fees that a rollup charges for the calldata of a transaction that is not built yet, from the calldata's size in bytes and
 * the call's gas.
 */
export type DataFeesOf = (chainId: number, bytes: number, gas: bigint) => Promise<DataFees>;

export type DcaPositionEffects = EffectHandlers<typeof dcaPositionMachine, (typeof dcaPosition)['effects']>;

/**
 * Gas limit for the pay-out of one position, in gas units. It covers the transfer of the bought token and the position's share of the gas
 * that the whole batch needs.
 */
const CLAIM_GAS = 150_000n;

/** Calldata size, in bytes, of a batch that contains a single automatic pay-out. */
const CLAIM_BYTES = 196;

export function createDcaPositionEffects(deps: {
  planOrder: PlanKeyedOrder;
  gas: Pick<GasRules, 'admit'>;
  /**
   * Estimates a rollup's fee for calldata of a certain size. Missing when no supported chain is a rollup.
   * @throws RetryableError when the chain cannot be read
   */
  dataFeesOf?: DataFeesOf | undefined;
  links: LinkRepository;
  /**
   * Timers for gathering items before they are sent to a batch. Given only in a process whose store no other process uses; see
   * `createJoinBatch`.
   */
  alone?: Pick<Timers, 'after'> | undefined;
}): DcaPositionEffects {
  const join = createJoinBatch<BatchItem>(askToAdd, deps.alone);
  return {
    planOrder: {
      async run({ itemKey, ...request }) {
        const planned = await deps.planOrder({ ...request, itemKey, recordId: itemKey.split('/')[0] ?? itemKey });
        const routed = planned.routes === undefined ? {} : { routes: planned.routes };
        if (planned.kind === 'planned') return { type: 'ORDER_PLANNED', itemKey, item: planned.item, ...routed };
        const { skip: kind, detail, untilMs = null, parksForMinutes } = planned;
        const parks = parksForMinutes === undefined ? {} : { parksForMinutes };
        return { type: 'ORDER_SKIPPED', itemKey, kind, detail, nextAttemptAtMs: untilMs, ...parks, ...routed };
      },
    },
    joinBatch: {
      async run({ itemKey, chainId, vault, wallet, positionId, item: order }, { key, actorId, actors, nowMs }) {
        const item = { itemKey, positionActorId: actorId, vault, wallet, positionId, order };
        await addToBatch(join, { key, actors, nowMs }, orderGatherer(chainId, order.executor), item);
        return null;
      },
    },
    requestAutoClaim: {
      async run({ recordId, askedAt, chainId, vault, wallet, positionId }, { key, actorId, actors, nowMs }) {
        const itemKey = `claim/${recordId}/${askedAt}/${key}`;
        const forData = await deps.dataFeesOf?.(chainId, CLAIM_BYTES, CLAIM_GAS);
        const costs = { gas: CLAIM_GAS + (forData?.gas ?? 0n), otherFees: forData?.wei };
        const refusal = await deps.gas.admit({
          ...{ chainId, wallet, subject: `${recordId}/claims`, key: itemKey, ...costs, worthUsd: null, isExit: true },
        });
        if (refusal !== null) return { type: 'AUTO_CLAIM_REFUSED', askedAt, reason: `${refusal.kind}: ${refusal.detail}` };
        const item = { itemKey, positionActorId: actorId, vault, wallet, positionId, order: null };
        await addToBatch(join, { key, actors, nowMs }, `${chainId}/claims`, item);
        return null;
      },
    },
    lookUpLink: {
      async run({ recordId }) {
        const link = await deps.links.ofRecord(recordId);
        return { type: 'LINK_LOOKED_UP', link: link === null ? null : { vault: link.vault, positionId: link.positionId } };
      },
    },
  };
}

const askToAdd: AskToAdd<BatchItem> = async (actors, gatherer, add) => {
  const { event, options } = addEventOf(add);
  const { snapshot } = await actors.of(dcaBatch, gatherer).ask(event, options);
  return snapshot.context;
};

/**
 * Adds an item to the chain's next batch.
 * @throws RetryableError `batch-is-full` when the batch accepts no more waiting items; the caller should try again after the next batch
 */
async function addToBatch(join: JoinBatch<BatchItem>, joining: Joining, batchKey: string, item: BatchItem): Promise<void> {
  if (await join(joining, batchKey, item)) return;
  throw new RetryableError({
    code: 'batch-is-full',
    message: 'The next batch is full. The order is added to a later batch.',
    retryAfterMs: 5_000,
  });
}
