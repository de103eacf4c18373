import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import { type Address, isAddress } from '../../values/address.ts';
import type { ActivityKind, ActivityNote } from '../../values/autopilot/activity.ts';
import type { TradeFill, TradeIntent } from '../../values/autopilot/outcome.ts';
import { isBaseUnits } from '../../values/base-units.ts';
import { documentForm, integer, nullable, optional, recordOf, text, time } from '../../values/document-form.ts';
import type { Hash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';

/** One entry of an agent's activity feed. */
export type Activity = Omit<ActivityNote, 'isRepeat'> & { readonly recordId: string; readonly atMs: number };

/**
 * An entry of an agent's activity feed as clients see it. The fields of the entry's `data` object are shown at the same level as its other
 * fields.
 */
export type PublicActivity = Pick<ActivityNote, 'kind' | 'strategyId' | 'reason'> & {
  readonly id: string;
  readonly at: string;
  /** When the service noticed that a reorg had removed the feed entry's block from the chain. */
  readonly takenBackAt?: string;
};

/** The chain and the vault in which the event of a feed entry happened. */
export type ActivityPlace = { readonly chainId: number; readonly vault: Address };
export type ActivityBlock = { readonly blockNumber: number; readonly blockHash: Hash };

type StoredActivity = Activity &
  Partial<ActivityBlock> & {
    /**
     * The chain and vault of the feed entry. Missing in entries about events outside the chain, and in entries written by older versions.
     */
    readonly place?: string;
    /** When (UTC ms) the service noticed that a reorg had removed the feed entry's block. */
    readonly takenBackAtMs?: number;
  };

/** A feed entry about an event that is in a block of the chain. */
export type ActivityOnChain = ActivityBlock & { readonly id: string; readonly isTakenBack: boolean };

/** A simulated trade of a dry run (an agent with simulated money). */
export type PaperTrade = { readonly intent: TradeIntent; readonly startedAtMs: number; readonly fill: TradeFill };

export type ActivityRepository = {
  /** Adds an entry to an agent's feed. If an entry with the same id exists, the existing entry is not changed. */
  add(id: string, activity: Activity): Promise<void>;
  /**
   * Adds a feed entry for an on-chain event. If an entry with the same id exists, it gets the new block and contents, and is no longer
   * marked as removed.
   */
  addFromChain(id: string, activity: Activity, place: ActivityPlace, block: ActivityBlock): Promise<void>;
  /** Returns the feed entries whose events are in block `fromBlock` or a later block, including entries marked as removed. */
  onChainSince(place: ActivityPlace, fromBlock: number): Promise<readonly ActivityOnChain[]>;
  /**
   * Marks a feed entry as removed because a reorg removed its block. Has no effect if the entry has meanwhile been moved to another block.
   */
  takeBack(line: ActivityOnChain, atMs: number): Promise<void>;
  /** Clears the removal mark of a feed entry whose block is part of the chain again. */
  bringBack(line: ActivityOnChain): Promise<void>;
  /** Marks the feed entry with this id as removed, if it exists, whatever its block is. */
  markGone(id: string, atMs: number): Promise<void>;
  /** Lists the trades of a dry run (an agent with simulated money), newest first. */
  paperTradesOf(recordId: string, limit: number): Promise<readonly PaperTrade[]>;
  /** Lists an agent's feed entries, newest first. @throws TerminalError `invalid-cursor` */
  list(
    recordId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly items: readonly PublicActivity[]; readonly cursor: string | null }>;
};

export const AUTOPILOT_ACTIVITY: CollectionSpec = {
  name: 'autopilot-activity',
  ofWallet: { by: 'recordId' },
  indexes: [
    ['recordId', 'atMs'],
    ['recordId', 'kind', 'atMs'],
    ['place', 'blockNumber'],
  ],
  form: documentForm<StoredActivity>({
    ...{ recordId: text, kind: text, strategyId: nullable(text), reason: text, data: recordOf(text), atMs: time },
    ...{ place: optional(text), blockNumber: optional(integer), blockHash: optional(text), takenBackAtMs: optional(time) },
  }),
};

/**
 * Maximum number of feed entries of each kind per agent; the newest are kept. Each kind has its own limit, so frequent entries of one kind
 * do not displace entries of other kinds.
 */
export const MOST_OF_A_KIND: Readonly<Partial<Record<ActivityKind, number>>> & { readonly others: number } = { trade: 2_000, others: 200 };

export function createActivityRepository(deps: { records: RecordStore }): ActivityRepository {
  const activity = deps.records.collection<StoredActivity>(AUTOPILOT_ACTIVITY);

  async function insert(id: string, value: StoredActivity): Promise<Stored<StoredActivity> | null> {
    const result = await activity.insert(id, value);
    if (!result.inserted) return result.exists;
    const { recordId, kind } = value;
    const excess = (await activity.count({ recordId, kind })) - (MOST_OF_A_KIND[kind] ?? MOST_OF_A_KIND.others);
    if (excess <= 0) return null;
    const sort = { field: 'atMs', order: 'ascending' } as const;
    for (const { _id } of (await activity.find({ where: { recordId, kind }, sort, limit: excess })).rows) await activity.remove(_id);
    return null;
  }

  return {
    async add(id, value) {
      await insert(id, value);
    },

    async addFromChain(id, value, place, { blockNumber, blockHash }) {
      const onChain = { place: placeOf(place), blockNumber, blockHash };
      let known = await insert(id, { ...value, ...onChain });
      while (known !== null && (known.blockHash !== blockHash || known.takenBackAtMs !== undefined)) {
        const { _id, rev, takenBackAtMs: _, ...rest } = known;
        if (await activity.update(id, rev, { ...value, atMs: rest.atMs, ...onChain })) return;
        known = await activity.get(id);
      }
    },

    async onChainSince(place, fromBlock) {
      const found: ActivityOnChain[] = [];
      const query = { where: { place: placeOf(place) }, range: { field: 'blockNumber', from: fromBlock }, limit: 500 } as const;
      for await (const { rows } of pagesOf((after) => activity.find({ ...query, ...after }))) {
        for (const { _id: id, blockNumber, blockHash, takenBackAtMs } of rows) {
          if (blockNumber !== undefined && blockHash !== undefined)
            found.push({ id, blockNumber, blockHash, isTakenBack: takenBackAtMs !== undefined });
        }
      }
      return found;
    },

    async takeBack({ id, blockHash }, atMs) {
      let known = await activity.get(id);
      while (known !== null && known.blockHash === blockHash && known.takenBackAtMs === undefined) {
        const { _id, rev, ...rest } = known;
        if (await activity.update(id, rev, { ...rest, takenBackAtMs: atMs })) return;
        known = await activity.get(id);
      }
    },

    async bringBack({ id, blockHash }) {
      let known = await activity.get(id);
      while (known !== null && known.blockHash === blockHash && known.takenBackAtMs !== undefined) {
        const { _id, rev, takenBackAtMs: _, ...rest } = known;
        if (await activity.update(id, rev, rest)) return;
        known = await activity.get(id);
      }
    },

    async markGone(id, atMs) {
      for (let known = await activity.get(id); known !== null && known.takenBackAtMs === undefined; known = await activity.get(id)) {
        const { _id, rev, ...rest } = known;
        if (await activity.update(id, rev, { ...rest, takenBackAtMs: atMs })) return;
      }
    },

    async paperTradesOf(recordId, limit) {
      const sort = { field: 'atMs', order: 'descending' } as const;
      const { rows } = await activity.find({ where: { recordId, kind: 'trade' }, sort, limit });
      return rows.flatMap((row) => paperTradeOf(row) ?? []);
    },

    async list(recordId, { limit, cursor }) {
      const sort = { field: 'atMs', order: 'descending' } as const;
      const page = await activity.find({ where: { recordId }, sort, limit, ...(cursor === undefined ? {} : { cursor }) });
      const items = page.rows.map(({ _id, kind, strategyId, reason, data, atMs, takenBackAtMs }) => ({
        ...data,
        id: _id,
        kind,
        strategyId,
        reason,
        at: new Date(atMs).toISOString(),
        ...(takenBackAtMs === undefined ? {} : { takenBackAt: new Date(takenBackAtMs).toISOString() }),
      }));
      return { items, cursor: page.cursor };
    },
  };
}

function placeOf({ chainId, vault }: ActivityPlace): string {
  return `${chainId}/${vault}`;
}

/** Reads a dry run's simulated trade from its feed entry; null for any other feed entry. */
function paperTradeOf({ strategyId, reason, atMs, data }: StoredActivity): PaperTrade | null {
  const { paper, side, tokenIn, tokenOut, amountIn, amountOut } = data;
  if (paper !== 'true' || strategyId === null || (side !== 'buy' && side !== 'sell')) return null;
  // An address or amount in another form comes from an older version of the service or from a damaged entry, so the feed entry is left out.
  if (!isAddress(tokenIn) || !isAddress(tokenOut) || !isBaseUnits(amountIn) || !isBaseUnits(amountOut)) return null;
  return {
    intent: { strategyId, side, tokenIn, tokenOut, amountIn, reason },
    startedAtMs: atMs,
    fill: { amountIn, amountOut, blockTimeSec: Math.floor(atMs / 1_000) },
  };
}
