import { NO_ADDRESS } from '../src/values/address.ts';
import type { Hash } from '../src/values/hash.ts';
// Groups the items of one chain and one kind (orders, or automatic pay-outs) into batches: items that are requested close together go
// out in one transaction. A batch is sealed and stored before anything is sent, so a crash never changes its items.
//
//   idle --ADD_ITEM--> gathering --SEAL (after the gather window), or full--> submitting --TX_SETTLED--> settling
//    ^                                                                           |                          |
//    |                                                     SUBMIT_REFUSED -------+------------------------->|
//    |                                                                                                      |
//    +<------------------------------------- OUTCOME_RECORDED: nothing waits -------------------------------+
//                 gathering <--------------- OUTCOME_RECORDED: others wait ---------------------------------+
//                 submitting <-------------- RECEIPT_GONE: a reorg took the transaction back ---------------+
//
// In submitting and settling, ADD_ITEM adds an item to the next batch, up to a bound. An item that was not accepted is missing from
// the reply's snapshot, and its sender tries again later. Each item key is accepted once.

import { assign, setup } from 'xstate';
import type { BatchItem, BatchOutcome, SealedBatch } from '../src/values/dca-batch.ts';
import type { DcaBatchContext, DcaBatchInput } from './dca-batch/context.ts';
import { dropSealed, hasRoomFor, isFull, knowsItem, sealNext } from './dca-batch/seal.ts';

type Timed<T> = T & { readonly at: number };

export type DcaBatchEvent =
  | Timed<{ readonly type: 'ADD_ITEM'; readonly item: BatchItem }>
  /** The time to gather items for the batch with this number is over. */
  | Timed<{ readonly type: 'SEAL'; readonly batchNo: number }>
  | Timed<{
      readonly type: 'TX_SETTLED';
      readonly requestKey: string;
      readonly outcome: BatchOutcome['outcome'];
      readonly txHash?: Hash | undefined;
      readonly blockNumber?: number | undefined;
      readonly blockHash?: Hash | undefined;
      readonly reason?: string | undefined;
    }>
  /** The batch was not handed to the sender: the chain has no executor or no vault. */
  | Timed<{ readonly type: 'SUBMIT_REFUSED'; readonly batchId: string; readonly reason: string }>
  | Timed<{ readonly type: 'OUTCOME_RECORDED'; readonly batchId: string }>
  /** A reorg removed the settled transaction; the batch is submitted again under the same key. */
  | Timed<{ readonly type: 'RECEIPT_GONE'; readonly batchId: string }>;

export type SubmitBatchParams = { readonly chainId: number; readonly batch: SealedBatch };
export type RecordOutcomeParams = { readonly chainId: number; readonly batch: SealedBatch; readonly outcome: BatchOutcome };

const NO_BATCH: SealedBatch = { id: '', vault: NO_ADDRESS, items: [] };

export const dcaBatchMachine = setup({
  types: {
    context: {} as DcaBatchContext,
    events: {} as DcaBatchEvent,
    input: {} as DcaBatchInput,
  },
  actions: {
    seal: (_, _params: { readonly batchNo: number }) => {},
    submitBatch: (_, _params: SubmitBatchParams) => {},
    recordOutcome: (_, _params: RecordOutcomeParams) => {},
    addItem: assign(({ context, event }) => (event.type === 'ADD_ITEM' ? { gathering: [...context.gathering, event.item] } : {})),
    sealNext: assign(({ context }) => sealNext(context)),
    noteOutcome: assign(({ event }) => {
      if (event.type === 'SUBMIT_REFUSED') return { outcome: { outcome: 'refused' as const, txHash: null, reason: event.reason } };
      if (event.type !== 'TX_SETTLED') return {};
      return { outcome: { outcome: event.outcome, txHash: event.txHash ?? null, reason: event.reason ?? null } };
    }),
    dropSealed: assign(({ context }) => dropSealed(context)),
  },
  guards: {
    isKnown: ({ context, event }) => event.type === 'ADD_ITEM' && knowsItem(context, event.item.itemKey),
    hasRoom: ({ context, event }) => event.type === 'ADD_ITEM' && hasRoomFor(context, event.item.wallet),
    fillsBatch: ({ context, event }) => event.type === 'ADD_ITEM' && isFull([...context.gathering, event.item]),
    isThisWindow: ({ context, event }) => event.type === 'SEAL' && event.batchNo === context.batchNo + 1,
    isThisRequest: ({ context, event }) => event.type === 'TX_SETTLED' && event.requestKey === context.sealed?.id,
    isThisBatch: ({ context, event }) => 'batchId' in event && event.batchId === context.sealed?.id,
    othersWait: ({ context, event }) =>
      event.type === 'OUTCOME_RECORDED' && event.batchId === context.sealed?.id && context.gathering.length > 0,
  },
}).createMachine({
  id: 'dca-batch',
  context: ({ input }) => ({ ...input, gathering: [], sealed: null, outcome: null, batchNo: 0, settledKeys: [] }),
  initial: 'idle',
  on: {
    ADD_ITEM: [{ guard: 'isKnown' }, { guard: 'hasRoom', actions: 'addItem' }, {}],
  },
  states: {
    idle: {
      on: {
        ADD_ITEM: [{ guard: 'isKnown' }, { target: 'gathering', actions: 'addItem' }],
      },
    },
    gathering: {
      entry: { type: 'seal', params: ({ context }) => ({ batchNo: context.batchNo + 1 }) },
      on: {
        ADD_ITEM: [
          { guard: 'isKnown' },
          { guard: 'fillsBatch', target: 'submitting', actions: ['addItem', 'sealNext'] },
          { actions: 'addItem' },
        ],
        SEAL: { guard: 'isThisWindow', target: 'submitting', actions: 'sealNext' },
      },
    },
    submitting: {
      entry: { type: 'submitBatch', params: ({ context }) => ({ chainId: context.chainId, batch: context.sealed ?? NO_BATCH }) },
      on: {
        TX_SETTLED: { guard: 'isThisRequest', target: 'settling', actions: 'noteOutcome' },
        SUBMIT_REFUSED: { guard: 'isThisBatch', target: 'settling', actions: 'noteOutcome' },
      },
    },
    settling: {
      entry: {
        type: 'recordOutcome',
        params: ({ context }) => ({
          chainId: context.chainId,
          batch: context.sealed ?? NO_BATCH,
          outcome: context.outcome ?? { outcome: 'refused', txHash: null, reason: null },
        }),
      },
      on: {
        OUTCOME_RECORDED: [
          { guard: 'othersWait', target: 'gathering', actions: 'dropSealed' },
          { guard: 'isThisBatch', target: 'idle', actions: 'dropSealed' },
        ],
        RECEIPT_GONE: { guard: 'isThisBatch', target: 'submitting' },
      },
    },
  },
});
