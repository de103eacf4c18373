// Groups the items of one chain and one kind (DCA orders, automatic pay-outs, agents' trades) into batches: items that are requested at
// nearly the same time are sent in one transaction. A batch is sealed (its items are fixed) and stored before anything is sent, so a crash
// never changes its items.
//
//   idle --ADD_ITEM--> gathering --SEAL (after the gather window), or full--> submitting --TX_SETTLED--> settling
//    ^                                                                           |                          |
//    |                                                     SUBMIT_REFUSED -------+------------------------->|
//    |                                                                                                      |
//    +<------------------------------------- OUTCOME_RECORDED: nothing waits -------------------------------+
//                 gathering <--------------- OUTCOME_RECORDED: others wait ---------------------------------+
//                 submitting <-------------- RECEIPT_GONE: a reorg took the transaction back ---------------+
//
// A process whose store no other process uses collects items itself and adds them as a whole batch (`isWhole`). These items are sealed into
// a batch in the same step that adds them.
//
// One actor, the gatherer, collects all items of its kind, so an item is never in two places. The gatherer submits one batch itself. While
// that batch is in progress, the gatherer collects the items of the next batch and hands the next batch over to a lane: an actor of the
// same type with the key `<gatherer>/<number>` that only submits a batch and processes its outcome. In the step that seals a batch, the
// gatherer stores which lane has the batch; it removes this entry when the event LANE_FREE reports that the lane has finished. So a few
// items need only one actor, while many items are sent in many batches at once.
//
//   gatherer (submitting or settling) --window over, or full, and a lane is free--> handOver --TAKE_BATCH--> lane: submitting
//   lane: settling --OUTCOME_RECORDED--> idle, freeLane --LANE_FREE--> gatherer
//
// While all lanes (actors that submit batches) are busy, a limited number of items can wait. An item that was not accepted is missing from
// the state in the gatherer's reply, and its requester tries again later. Each item key is accepted only once.

import { assign, setup } from 'xstate';
import type { BatchedItem } from '../src/values/batch.ts';
import { type BatchContext, type BatchInput, firstContext } from './batch/context.ts';
import type { BatchEvent, FreeLaneParams, HandOverParams, RecordOutcomeParams, SubmitBatchParams } from './batch/events.ts';
import { createBatchSteps } from './batch/lanes.ts';
import type { BatchTraits } from './batch/traits.ts';

/** Creates the state machine of a batch for one kind of item. */
export function createBatchMachine<TItem extends BatchedItem>(traits: BatchTraits<TItem>) {
  const steps = createBatchSteps(traits);
  const { params } = steps;
  return setUp(steps).createMachine({
    id: traits.id,
    context: ({ input }) => firstContext<TItem>(input),
    initial: 'idle',
    always: [
      { guard: 'hasUntold', actions: [{ type: 'tellLate', params: params.untold }, 'dropUntold'] },
      { guard: 'hasStale', actions: [{ type: 'returnItems', params: params.stale }, 'dropStale'] },
      { guard: 'handsOver', actions: [{ type: 'handOver', params: params.handOver }, 'noteHandedOver'] },
      { guard: 'lacksWindow', actions: [{ type: 'seal', params: params.seal }, 'noteWindow'] },
    ],
    on: {
      ADD_ITEM: [
        { guard: 'isLane' },
        { guard: 'hasForbidden', actions: [{ type: 'returnItems', params: params.forbidden }, 'refuseForbidden'] },
        { guard: 'takesItems', actions: 'addItems' },
        {},
      ],
      ADD_ITEMS: [
        { guard: 'isLane' },
        { guard: 'hasForbidden', actions: [{ type: 'returnItems', params: params.forbidden }, 'refuseForbidden'] },
        { guard: 'takesItems', actions: 'addItems' },
        {},
      ],
      WITHDRAW_ITEM: [
        { guard: 'isGathered', actions: [{ type: 'returnItems', params: params.withdrawn }, 'dropWithdrawn'] },
        { guard: 'isKnown' },
        { actions: 'forbid' },
      ],
      SEAL: { guard: 'isThisWindow', actions: 'endWindow' },
      TAKE_BATCH: {},
      LANE_FREE: [{ guard: 'isThisLane', actions: 'noteLaneFree' }, {}],
    },
    states: {
      idle: {
        always: { guard: 'hasWaiting', target: 'gathering' },
        on: {
          TAKE_BATCH: [{ guard: 'isNewBatch', target: 'submitting', actions: 'takeBatch' }, {}],
        },
      },
      gathering: {
        always: [
          { guard: 'hasStale', actions: [{ type: 'returnItems', params: params.stale }, 'dropStale'] },
          { guard: 'mustSeal', target: 'submitting', actions: 'sealNext' },
          { guard: 'hasNone', target: 'idle' },
        ],
      },
      submitting: {
        entry: { type: 'submitBatch', params: params.submit },
        on: {
          TX_SETTLED: { guard: 'isThisRequest', target: 'settling', actions: 'noteOutcome' },
          SUBMIT_REFUSED: { guard: 'isThisBatch', target: 'settling', actions: 'noteOutcome' },
        },
      },
      settling: {
        entry: { type: 'recordOutcome', params: params.record },
        on: {
          OUTCOME_RECORDED: [
            { guard: 'isLanesBatch', target: 'idle', actions: [{ type: 'freeLane', params: params.freeLane }, 'dropSealed'] },
            { guard: 'isThisBatch', target: 'idle', actions: 'dropSealed' },
          ],
          RECEIPT_GONE: { guard: 'isThisBatch', target: 'submitting' },
        },
      },
    },
  });
}

function setUp<TItem extends BatchedItem>({ changes, guards }: ReturnType<typeof createBatchSteps<TItem>>) {
  return setup({
    types: {
      context: {} as BatchContext<TItem>,
      events: {} as BatchEvent<TItem>,
      input: {} as BatchInput,
    },
    actions: {
      seal: (_, _params: { readonly batchNo: number }) => {},
      submitBatch: (_, _params: SubmitBatchParams<TItem>) => {},
      recordOutcome: (_, _params: RecordOutcomeParams<TItem>) => {},
      handOver: (_, _params: HandOverParams<TItem>) => {},
      freeLane: (_, _params: FreeLaneParams) => {},
      /** Reports to the actors of the batch's items that the batch was not sent and that their items are returned. */
      returnItems: (_, _params: RecordOutcomeParams<TItem>) => {},
      /** Reports the outcome of a batch again, to those actors that could not accept the outcome when it was first reported. */
      tellLate: (_, _params: RecordOutcomeParams<TItem>) => {},
      addItems: assign(changes.addItems),
      refuseForbidden: assign(changes.refuseForbidden),
      forbid: assign(changes.forbid),
      dropWithdrawn: assign(changes.dropWithdrawn),
      dropStale: assign(changes.dropStale),
      noteWindow: assign(changes.noteWindow),
      endWindow: assign(changes.endWindow),
      sealNext: assign(changes.sealNext),
      noteHandedOver: assign(changes.noteHandedOver),
      noteLaneFree: assign(changes.noteLaneFree),
      takeBatch: assign(changes.takeBatch),
      noteOutcome: assign(changes.noteOutcome),
      dropSealed: assign(changes.dropSealed),
      dropUntold: assign(changes.dropUntold),
    },
    guards,
  });
}
