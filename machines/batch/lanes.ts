import { NO_ADDRESS } from '../../src/values/address.ts';
import type { Batch, BatchedItem, BatchOutcome } from '../../src/values/batch.ts';
import type { BatchContext } from './context.ts';
import type { BatchEvent, FreeLaneParams, HandOverParams, RecordOutcomeParams, SubmitBatchParams } from './events.ts';
import { endedAfter, hasRoomFor, isFull, knowsItem, nextBatch, staleItems } from './seal.ts';
import type { BatchTraits } from './traits.ts';

type Change<TItem> = Partial<BatchContext<TItem>>;
type Args<TItem> = { readonly context: BatchContext<TItem>; readonly event: BatchEvent<TItem> };

const FORBIDDEN_KEPT_MS = 60 * 60_000;
const FORBIDDEN_KEPT = 64;
const NOT_RUN: BatchOutcome = { outcome: 'refused', txHash: null, reason: null };

/**
 * Returns the key of one of a gatherer's lanes (actors that submit its batches). Lane 1 is the gatherer itself, so the lanes with keys of
 * their own are numbered from 2.
 */
export function laneKeyOf(gatherer: string, lane: number): string {
  return `${gatherer}/${lane}`;
}

/** Creates the guards and actions of the batch machine for one kind of item. All of them are pure functions. */
export function createBatchSteps<TItem extends BatchedItem>(traits: BatchTraits<TItem>) {
  const freeLane = ({ key, lanes = [], laneOf }: BatchContext<TItem>): number | null => {
    if (laneOf !== undefined) return null;
    for (let lane = 2; lane <= traits.lanesOf(key); lane += 1) if (!lanes.some((busy) => busy.lane === lane)) return lane;
    return null;
  };
  const isReady = ({ gathering, isWindowOver }: BatchContext<TItem>) =>
    gathering.length > 0 && (isWindowOver === true || isFull(traits, gathering));
  const keyIn = (event: BatchEvent<TItem>) => (event.type === 'WITHDRAW_ITEM' ? event.itemKey : '');
  const itemsIn = (event: BatchEvent<TItem>): readonly TItem[] => {
    if (event.type === 'ADD_ITEM') return [event.item];
    return event.type === 'ADD_ITEMS' ? event.items : [];
  };
  const isForbidden = ({ forbidden = [] }: BatchContext<TItem>, item: TItem) => forbidden.some(({ itemKey }) => itemKey === item.itemKey);
  const forbidden = ({ context, event }: Args<TItem>) => itemsIn(event).filter((item) => isForbidden(context, item));
  /** Returns the waiting items after an event: the items that waited before, and as many of the event's new items as the limits allow. */
  const gatheredAfter = ({ context, event }: Args<TItem>): readonly TItem[] => {
    let gathering = context.gathering;
    for (const item of itemsIn(event)) {
      const after = { ...context, gathering };
      if (isForbidden(context, item) || knowsItem(after, item.itemKey) || !hasRoomFor(after, item.wallet)) continue;
      gathering = [...gathering, { ...item, addedAtMs: event.at }];
    }
    return gathering;
  };
  const windowAfter = (args: Args<TItem>): Change<TItem> => {
    const { context, event } = args;
    const isOver = 'isWhole' in event && event.isWhole === true && gatheredAfter(args).length > 0;
    return isOver ? { windowNo: context.batchNo + 1, isWindowOver: true } : {};
  };
  const itemsOf = (items: readonly TItem[]): Batch<TItem> => ({ id: '', vault: items[0]?.vault ?? NO_ADDRESS, items });
  const without = (context: BatchContext<TItem>, gone: readonly TItem[], atMs: number): Change<TItem> => {
    const gathering = context.gathering.filter((item) => !gone.includes(item));
    const keys = gone.map(({ itemKey }) => itemKey);
    // The gather window (the time in which items are collected) may end while no item waits. So the window is cleared when the last waiting
    // item is removed, and the next item starts a new window.
    const window = gathering.length > 0 ? {} : { windowNo: undefined, isWindowOver: false };
    return { gathering, ended: endedAfter(context.ended, keys, atMs), ...window };
  };
  const stale = ({ context, event }: Args<TItem>) => ('at' in event ? staleItems(traits, context, event.at) : []);
  const withdrawn = ({ context, event }: Args<TItem>) => context.gathering.filter(({ itemKey }) => itemKey === keyIn(event));
  const returned = (context: BatchContext<TItem>, items: readonly TItem[], outcome: BatchOutcome): RecordOutcomeParams<TItem> => ({
    chainId: context.chainId,
    batch: itemsOf(items),
    outcome,
  });

  return {
    guards: {
      isLane: ({ context }: Args<TItem>) => context.laneOf !== undefined,
      isKnown: ({ context, event }: Args<TItem>) => knowsItem(context, keyIn(event)),
      hasForbidden: (args: Args<TItem>) => forbidden(args).length > 0,
      isGathered: (args: Args<TItem>) => withdrawn(args).length > 0,
      takesItems: (args: Args<TItem>) => gatheredAfter(args).length > args.context.gathering.length,
      isThisWindow: ({ context, event }: Args<TItem>) =>
        event.type === 'SEAL' && event.batchNo === context.batchNo + 1 && context.gathering.length > 0,
      isNewBatch: ({ context, event }: Args<TItem>) =>
        event.type === 'TAKE_BATCH' && context.laneOf !== undefined && event.batchNo > context.batchNo,
      isThisLane: ({ context, event }: Args<TItem>) =>
        event.type === 'LANE_FREE' && (context.lanes ?? []).some(({ lane, batchId }) => lane === event.lane && batchId === event.batchId),
      isThisRequest: ({ context, event }: Args<TItem>) => event.type === 'TX_SETTLED' && event.requestKey === context.sealed?.id,
      isThisBatch: ({ context, event }: Args<TItem>) => 'batchId' in event && event.batchId === context.sealed?.id,
      isLanesBatch: ({ context, event }: Args<TItem>) =>
        context.laneOf !== undefined && 'batchId' in event && event.batchId === context.sealed?.id,
      hasWaiting: ({ context }: Args<TItem>) => context.gathering.length > 0,
      hasNone: ({ context }: Args<TItem>) => context.gathering.length === 0,
      hasStale: (args: Args<TItem>) => stale(args).length > 0,
      hasUntold: ({ context }: Args<TItem>) => context.untold !== undefined,
      mustSeal: ({ context }: Args<TItem>) => isReady(context),
      handsOver: ({ context }: Args<TItem>) => context.sealed !== null && isReady(context) && freeLane(context) !== null,
      lacksWindow: ({ context: { gathering, windowNo, batchNo } }: Args<TItem>) => gathering.length > 0 && windowNo !== batchNo + 1,
    },
    changes: {
      addItems: (args: Args<TItem>): Change<TItem> => ({ gathering: gatheredAfter(args), ...windowAfter(args) }),
      refuseForbidden(args: Args<TItem>): Change<TItem> {
        const { context, event } = args;
        const keys = forbidden(args).map(({ itemKey }) => itemKey);
        return {
          gathering: gatheredAfter(args),
          ...windowAfter(args),
          forbidden: (context.forbidden ?? []).filter(({ itemKey }) => !keys.includes(itemKey)),
          ended: endedAfter(context.ended, keys, event.at),
        };
      },
      forbid({ context, event }: Args<TItem>): Change<TItem> {
        const recent = (context.forbidden ?? []).filter(
          ({ itemKey, atMs }) => itemKey !== keyIn(event) && event.at - atMs <= FORBIDDEN_KEPT_MS,
        );
        return { forbidden: [...recent, { itemKey: keyIn(event), atMs: event.at }].slice(-FORBIDDEN_KEPT) };
      },
      dropWithdrawn: (args: Args<TItem>): Change<TItem> => without(args.context, withdrawn(args), args.event.at),
      dropStale: (args: Args<TItem>): Change<TItem> => without(args.context, stale(args), args.event.at),
      noteWindow: ({ context }: Args<TItem>): Change<TItem> => ({ windowNo: context.batchNo + 1, isWindowOver: false }),
      endWindow: (): Change<TItem> => ({ isWindowOver: true }),
      sealNext({ context }: Args<TItem>): Change<TItem> {
        const next = nextBatch(traits, context);
        return next === null ? {} : { sealed: next.batch, gathering: next.left, batchNo: next.batchNo, isWindowOver: false };
      },
      noteHandedOver({ context }: Args<TItem>): Change<TItem> {
        const [next, lane] = [nextBatch(traits, context), freeLane(context)];
        if (next === null || lane === null) return {};
        const { batch, batchNo, left } = next;
        const busy = { lane, batchId: batch.id, itemKeys: batch.items.map(({ itemKey }) => itemKey) };
        return { gathering: left, batchNo, isWindowOver: false, lanes: [...(context.lanes ?? []), busy] };
      },
      noteLaneFree({ context, event }: Args<TItem>): Change<TItem> {
        if (event.type !== 'LANE_FREE') return {};
        const { lanes = [], ended } = context;
        const freed = lanes.find(({ lane }) => lane === event.lane);
        return { lanes: lanes.filter((busy) => busy !== freed), ended: endedAfter(ended, freed?.itemKeys ?? [], event.at) };
      },
      takeBatch: ({ event }: Args<TItem>): Change<TItem> =>
        event.type === 'TAKE_BATCH' ? { sealed: event.batch, batchNo: event.batchNo, outcome: null } : {},
      noteOutcome({ event }: Args<TItem>): Change<TItem> {
        if (event.type === 'SUBMIT_REFUSED') return { outcome: { outcome: 'refused', txHash: null, reason: event.reason } };
        if (event.type !== 'TX_SETTLED') return {};
        return { outcome: { outcome: event.outcome, txHash: event.txHash ?? null, reason: event.reason ?? null } };
      },
      /**
       * Removes a finished batch from the state. A gatherer then stores the keys of the batch's items, so that it recognizes an item that
       * is sent again.
       */
      dropSealed({ context, event }: Args<TItem>): Change<TItem> {
        const { sealed, outcome, laneOf, ended } = context;
        const items = sealed?.items ?? [];
        const untoldKeys = event.type === 'OUTCOME_RECORDED' ? (event.untold ?? []) : [];
        const untold = items.filter(({ itemKey }) => untoldKeys.includes(itemKey));
        const keys = items.map(({ itemKey }) => itemKey);
        return {
          sealed: null,
          outcome: null,
          ...(laneOf === undefined ? { ended: endedAfter(ended, keys, event.at) } : {}),
          ...(sealed === null || untold.length === 0
            ? {}
            : { untold: { batch: { ...sealed, items: untold }, outcome: outcome ?? NOT_RUN } }),
        };
      },
      dropUntold: (): Change<TItem> => ({ untold: undefined }),
    },
    params: {
      seal: ({ context }: Args<TItem>) => ({ batchNo: context.batchNo + 1 }),
      submit: ({ context: { chainId, sealed, laneOf, key } }: Args<TItem>): SubmitBatchParams<TItem> => ({
        chainId,
        batch: sealed ?? itemsOf([]),
        gatherer: laneOf ?? key,
        isExit: sealed?.items.some(traits.isExit) ?? false,
      }),
      record: ({ context: { chainId, sealed, outcome } }: Args<TItem>): RecordOutcomeParams<TItem> => ({
        chainId,
        batch: sealed ?? itemsOf([]),
        outcome: outcome ?? NOT_RUN,
      }),
      handOver({ context }: Args<TItem>): HandOverParams<TItem> {
        const next = nextBatch(traits, context);
        const laneKey = laneKeyOf(context.key, freeLane(context) ?? 0);
        return { laneKey, batchNo: next?.batchNo ?? 0, batch: next?.batch ?? itemsOf([]) };
      },
      freeLane: ({ context: { key, laneOf = '', sealed } }: Args<TItem>): FreeLaneParams => ({
        gatherer: laneOf,
        lane: Number(key.slice(laneOf.length + 1)),
        batchId: sealed?.id ?? '',
      }),
      stale: (args: Args<TItem>) =>
        returned(args.context, stale(args), { outcome: 'expired', txHash: null, reason: 'it has waited too long for a batch' }),
      withdrawn: (args: Args<TItem>) => returned(args.context, withdrawn(args), { outcome: 'withdrawn', txHash: null, reason: null }),
      forbidden: (args: Args<TItem>) =>
        returned(args.context, forbidden(args), {
          outcome: 'withdrawn',
          txHash: null,
          reason: 'withdrawn before it was added',
        }),
      untold: ({ context: { chainId, untold } }: Args<TItem>): RecordOutcomeParams<TItem> => ({
        chainId,
        batch: untold?.batch ?? itemsOf([]),
        outcome: untold?.outcome ?? NOT_RUN,
      }),
    },
  };
}
