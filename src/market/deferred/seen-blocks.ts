import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, nullable, number, optional, text } from '../../values/document-form.ts';
import type { Hash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';

/**
 * The kind of an outcome (such as the result of a trade). The name is chosen by the module that stores the outcome and can check it again.
 */
export type SeenKind = string;

/**
 * The block from which an outcome (such as the result of a trade) was read. `hash` is null when the chain changed during the read, because
 * then it is uncertain which block it was.
 */
export type SeenBlock = { readonly chainId: number; readonly number: number; readonly hash: Hash | null };

export type SeenEnd = { readonly kind: SeenKind; readonly subject: string; readonly chainId: number };
/**
 * `freshUntilMs`: the outcome is compared with the chain at each new block until this time (UTC ms), and once after it. Missing when these
 * comparisons are done.
 */
type SeenRow = SeenEnd & {
  readonly blockNumber: number;
  readonly blockHash: Hash | null;
  readonly expiresAtMs?: number;
  readonly freshUntilMs?: number;
};
export type SeenOutcome = Stored<SeenRow>;

/** The collection that contains, for each outcome (such as the result of a trade), the newest block from which the outcome was read. */
export const SEEN_BLOCKS: CollectionSpec = {
  name: 'seen-blocks',
  indexes: [
    ['chainId', 'blockNumber'],
    ['chainId', 'freshUntilMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<SeenRow>({
    ...{ kind: text, subject: text, chainId: integer, blockNumber: integer, blockHash: nullable(text) },
    ...{ expiresAtMs: optional(number), freshUntilMs: optional(number) },
  }),
};

/**
 * How long the blocks of outcomes are stored, in ms. A chain with finality never removes a block of this age, but a local chain can be
 * restarted from any state.
 */
export const KEPT_MS = 7 * 86_400_000;

/**
 * How long an outcome counts as fresh after it was recorded, in ms. A fork may already have been handled when an outcome of a removed block
 * is recorded: the read of the outcome began before the fork, or its endpoint lags behind. Also, the outcome takes effect only after it was
 * recorded, and a request to check it again has no effect before that. So a fresh outcome is compared with the chain at each new block. The
 * time is longer than a tick (the service's run once a minute) takes to use what it has read.
 */
const FRESH_MS = 120_000;

/**
 * Remembers outcomes (such as results of trades) that were read directly from the chain and not from events, with their blocks. When a
 * reorg removes the block of such an outcome, no event reports the change, so the outcome is then checked again. Every write is safe to
 * repeat.
 */
export type SeenBlocks = {
  /**
   * Records an outcome whose own block is unknown, with a later block instead, which the chain contains only if it contains the outcome's
   * block. An outcome that is already recorded is not changed.
   */
  noteOld(end: SeenEnd, block: Omit<SeenBlock, 'chainId'>): Promise<void>;
  /** Records an outcome and its block. It must be called before the outcome has any effect. */
  note(end: Omit<SeenEnd, 'chainId'>, block: SeenBlock): Promise<void>;
  /** Returns the outcomes that were read from block `fromBlock` or a later one, and all fresh outcomes. */
  toCompare(chainId: number, fromBlock: number): Promise<readonly SeenOutcome[]>;
  /**
   * Ends the comparisons of a fresh outcome at each new block, if its time is over and the outcome was not recorded again in the meantime.
   */
  compared(outcome: SeenOutcome): Promise<void>;
  hasSome(chainId: number): Promise<boolean>;
};

export function createSeenBlocks(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly confirmationsOf: (chainId: number) => number;
  /** Ensures that events of the chain are read from now on. Returns false when this was not possible. */
  readonly follow: (chainId: number) => Promise<boolean>;
}): SeenBlocks {
  const { clock, confirmationsOf, follow } = deps;
  const rows = deps.records.collection<SeenRow>(SEEN_BLOCKS);
  const followed = new Set<number>();

  const rowOf = ({ kind, subject, chainId }: SeenEnd, { number: blockNumber, hash: blockHash }: Omit<SeenBlock, 'chainId'>): SeenRow => {
    const ends = confirmationsOf(chainId) > 0 ? { expiresAtMs: clock.now() + KEPT_MS } : {};
    return { kind, subject, chainId, blockNumber, blockHash, ...ends };
  };
  const idOf = ({ kind, subject, chainId }: SeenEnd) => `${chainId}/${kind}/${subject}`;

  return {
    async noteOld(end, block) {
      await rows.insert(idOf(end), rowOf(end, block));
    },

    async note({ kind, subject }, { chainId, ...block }) {
      const end = { kind, subject, chainId };
      await rows.put(idOf(end), { ...rowOf(end, block), freshUntilMs: clock.now() + FRESH_MS });
      if (!followed.has(chainId) && (await follow(chainId))) followed.add(chainId);
    },

    async toCompare(chainId, fromBlock) {
      const found = new Map<string, SeenOutcome>();
      for (const range of [
        { field: 'blockNumber', from: fromBlock },
        { field: 'freshUntilMs', from: 0 },
      ] as const) {
        const query = { where: { chainId }, range, limit: 500 };
        for await (const page of pagesOf((after) => rows.find({ ...query, ...after })))
          for (const row of page.rows) found.set(row._id, row);
      }
      return [...found.values()];
    },

    async compared({ _id, rev, freshUntilMs, ...row }) {
      if (freshUntilMs !== undefined && freshUntilMs <= clock.now()) await rows.update(_id, rev, row);
    },

    hasSome: async (chainId) => (await rows.find({ where: { chainId }, limit: 1 })).rows.length > 0,
  };
}
