import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, nullable, number, optional, text } from '../../values/document-form.ts';
import { pagesOf } from '../../values/pages-of.ts';

/** What was concluded: the end of a trade, of a DCA position, or of an agent's trade. */
export type SeenKind = 'trade' | 'dca-position' | 'agent-trade';

/** The block that showed it; `hash` is null where the chain moved under the reading, so that nobody knows which one it was. */
export type SeenBlock = { readonly chainId: number; readonly number: number; readonly hash: string | null };

export type SeenEnd = { readonly kind: SeenKind; readonly subject: string; readonly chainId: number };
type SeenRow = SeenEnd & { readonly blockNumber: number; readonly blockHash: string | null; readonly expiresAtMs?: number };

/** By which block of a chain an end is known: one row for each end, with the newest such block. */
export const SEEN_BLOCKS: CollectionSpec = {
  name: 'seen-blocks',
  indexes: [['chainId', 'blockNumber']],
  expiresAt: 'expiresAtMs',
  form: documentForm<SeenRow>({
    ...{ kind: text, subject: text, chainId: integer, blockNumber: integer, blockHash: nullable(text), expiresAtMs: optional(number) },
  }),
};

/** A chain that has blocks become final takes none back that is this old. A local one may be started from any state. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Ends that no follower of events knows of: a look at the chain showed them. When the block is gone, they are looked at again. Every write may be
 * repeated.
 */
export type SeenBlocks = {
  /** Before the end has any effect. */
  note(end: Omit<SeenEnd, 'chainId'>, block: SeenBlock): Promise<void>;
  /** Those in this block or a later one. */
  since(chainId: number, fromBlock: number): Promise<readonly (SeenEnd & Pick<SeenRow, 'blockNumber' | 'blockHash'>)[]>;
  hasSome(chainId: number): Promise<boolean>;
};

export function createSeenBlocks(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly confirmationsOf: (chainId: number) => number;
  /** Has the chain followed, where it is not yet; false: that could not be done. */
  readonly follow: (chainId: number) => Promise<boolean>;
}): SeenBlocks {
  const { clock, confirmationsOf, follow } = deps;
  const rows = deps.records.collection<SeenRow>(SEEN_BLOCKS);
  const followed = new Set<number>();

  return {
    async note({ kind, subject }, { chainId, number: blockNumber, hash: blockHash }) {
      const ends = confirmationsOf(chainId) > 0 ? { expiresAtMs: clock.now() + KEPT_MS } : {};
      await rows.put(`${chainId}/${kind}/${subject}`, { kind, subject, chainId, blockNumber, blockHash, ...ends });
      if (!followed.has(chainId) && (await follow(chainId))) followed.add(chainId);
    },

    async since(chainId, fromBlock) {
      const found: SeenRow[] = [];
      const query = { where: { chainId }, range: { field: 'blockNumber', from: fromBlock }, limit: 500 } as const;
      for await (const page of pagesOf((after) => rows.find({ ...query, ...after }))) found.push(...page.rows);
      return found;
    },

    hasSome: async (chainId) => (await rows.find({ where: { chainId }, limit: 1 })).rows.length > 0,
  };
}
