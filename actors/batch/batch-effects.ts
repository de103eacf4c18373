import * as v from 'valibot';
import type { FreeLaneParams, HandOverParams, RecordOutcomeParams, SubmitBatchParams } from '../../machines/batch/events.ts';
import type { EffectContext } from '../../src/runtime/define/definition.ts';
import type { Address } from '../../src/values/address.ts';
import type { Batch } from '../../src/values/batch.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import { isOpenAt, senderIdOf } from '../transaction-sender/ask-sender.ts';
import { untilRead } from '../until-read.ts';

/** Builds the contract call that sends a batch, in the form that the transaction sender expects. The gas limit is a decimal string. */
export type MakeCall<TItem> = (
  chainId: number,
  batch: Batch<TItem>,
) => Promise<{
  readonly executor: Address;
  readonly call: { readonly to: string; readonly data: string; readonly value: string; readonly gas: string };
  /**
   * Deadline in unix seconds, compared with the chain's clock. After the deadline, the vault rejects the call and the sender cancels the
   * transaction.
   */
  readonly deadlineSec: number;
}>;

/**
 * Result of reporting a batch's outcome to the actors of its items. `gone`: the transaction is not (or no longer) on the chain. `told`: the
 * outcome was reported; `untold` contains the keys of the items whose actors could not be reached now.
 */
export type Told = { readonly kind: 'gone' } | { readonly kind: 'told'; readonly untold?: readonly string[] };

export type BatchEffectDeps<TItem> = {
  /** Actor type of the batch actor, such as `dca-batch`. */
  readonly type: string;
  readonly makeCall: MakeCall<TItem>;
  /**
   * Returns the address of the signing key that sends the batch, which identifies its transaction sender. Null when this node has no key
   * for the chain.
   */
  readonly executorOf: (chainId: number, batch: Batch<TItem>) => Address | null;
  /**
   * Reads and records the batch's outcome, and sends each item's actor the outcome of that item. Calling it again has no further effect.
   */
  readonly tellOutcome: (params: RecordOutcomeParams<TItem>, context: EffectContext) => Promise<Told>;
  /**
   * Hook for crash tests. It is called after the items' actors have received their outcomes and before the outcome is acknowledged to the
   * transaction sender. After the acknowledgement, the sender may delete the batch's request.
   */
  readonly faultPoint?: ((name: 'outcome:told') => Promise<void>) | undefined;
};

/** Creates the effects (calls to other actors and to the chain) that every kind of batch uses. */
export function createBatchEffects<TItem>({
  type,
  makeCall,
  executorOf,
  tellOutcome,
  faultPoint = async () => {},
}: BatchEffectDeps<TItem>) {
  return {
    seal: { run: async ({ batchNo }: { readonly batchNo: number }) => ({ type: 'SEAL' as const, batchNo }) },
    submitBatch: {
      async run({ chainId, batch, gatherer, isExit }: SubmitBatchParams<TItem>, { key, actorId, actors }: EffectContext) {
        const { executor, call, deadlineSec } = await makeCall(chainId, batch);
        const turnOf = gatherer === undefined ? actorId : `${type}/${gatherer}`;
        const turn = { turnOf, ...(isExit === true ? { isExit } : {}) };
        const request = { type: 'REQUEST', requestKey: batch.id, replyTo: actorId, ...turn, call, deadlineSec };
        await actors.send(senderIdOf(chainId, executor), request, { eventId: key });
        return null;
      },
    },
    recordOutcome: {
      async run(params: RecordOutcomeParams<TItem>, context: EffectContext) {
        const { chainId, batch } = params;
        const executor = executorOf(chainId, batch);
        const toSender = (event: string, sender: string) =>
          context.actors.send(senderIdOf(chainId, sender), { type: event, requestKey: batch.id }, { eventId: `${context.key}/${event}` });
        const told = await untilRead(() => tellOutcome(params, context));
        if (told.kind === 'gone') {
          const reply = executor === null ? null : await toSender('RECHECK', executor);
          // A transaction sender deletes acknowledged requests. So if the batch's request is missing, an earlier attempt of this effect
          // reported the outcome to all actors, and crashed before it could return its own result.
          if (reply !== null && !isOpenAt(reply.snapshot, batch.id)) return { type: 'OUTCOME_RECORDED' as const, batchId: batch.id };
          return { type: 'RECEIPT_GONE' as const, batchId: batch.id };
        }
        await faultPoint('outcome:told');
        if (executor !== null) await toSender('ACKNOWLEDGE', executor);
        const { untold = [] } = told;
        return { type: 'OUTCOME_RECORDED' as const, batchId: batch.id, ...(untold.length === 0 ? {} : { untold }) };
      },
    },
    handOver: {
      async run({ laneKey, batchNo, batch }: HandOverParams<TItem>, { key, actors }: EffectContext) {
        const { snapshot } = await actors.send(`${type}/${laneKey}`, { type: 'TAKE_BATCH', batchNo, batch }, { eventId: key });
        if (v.parse(laneSnapshot, snapshot).context.batchNo >= batchNo) return null;
        throw new RetryableError({
          code: 'lane-is-busy',
          message: `The lane ${laneKey} (an actor that sends full batches) has not finished its previous batch, so it cannot begin another one.`,
          retryAfterMs: 1_000,
        });
      },
    },
    freeLane: {
      async run({ gatherer, lane, batchId }: FreeLaneParams, { key, actors }: EffectContext) {
        await actors.send(`${type}/${gatherer}`, { type: 'LANE_FREE', lane, batchId }, { eventId: key });
        return null;
      },
    },
    returnItems: { run: (params: RecordOutcomeParams<TItem>, context: EffectContext) => tellAll(params, context) },
    tellLate: { run: (params: RecordOutcomeParams<TItem>, context: EffectContext) => tellAll(params, context) },
  };

  /** Reports the batch's outcome to the actors of its items, and repeats the report until every actor has received it. */
  async function tellAll(params: RecordOutcomeParams<TItem>, context: EffectContext): Promise<null> {
    const told = await untilRead(() => tellOutcome(params, context));
    if (told.kind === 'told' && (told.untold ?? []).length === 0) return null;
    throw new RetryableError({
      code: 'actor-not-told',
      message: 'The outcome of an item could not be delivered to the actor that had added the item.',
    });
  }
}

const laneSnapshot = v.object({ context: v.object({ batchNo: v.number() }) });
