/**
 * One group commit in the message to the writer's thread. The message has few parts without nesting, because every object in a message
 * costs more than the row that is written for it: numbers in one typed array, deltas in one string, and everything rare in a list of
 * strings.
 * For each commit, `numbers` contains its flags, then the values for these flags, in the order of `CommitFlag`:
 * | flags | numbers | texts | |---|---|---| | CREATE | revision, shard, wake, health, created, number of keys, then of each as below | id,
 * type, body, status, then of each as below | | not CREATE | key, revision before | | | not CREATE, not FULL | chunk, offset, length | | |
 * FULL | | body | | WAKE | wake | | | STATUS | health, health before | type, status, status before | | KEYS | number of keys, then of each:
 * kind, value if it is a number | of each: name, value if it is a text | | TRIGGERS | shard, number of rows, then of each: kind, value |
 * type, then of each: topic | | OUTBOX | by how many entries it grew | |
 * NaN represents null. Lengths and offsets are bytes: the texts of deltas are ASCII.
 */
export type CommitBatch = {
  readonly atMs: number;
  readonly numbers: Float64Array;
  readonly texts: readonly (string | null)[];
  /** All chunks of deltas (see `CHUNK_BYTES`), concatenated to one string. */
  readonly deltas: string;
  /** For each chunk of deltas, the position in `deltas` at which the chunk ends. */
  readonly chunkEnds: readonly number[];
};

export const CommitFlag = { CREATE: 1, FULL: 2, WAKE: 4, STATUS: 8, KEYS: 16, TRIGGERS: 32, OUTBOX: 64 } as const;

/** The kind of an index key's value. */
export const KeyKind = { NONE: 0, TEXT: 1, NUMBER: 2 } as const;

/** The kind of a trigger's row: the stored comparison (`op`), or REMOVED for a row that is deleted. */
export const TriggerRow = { AT_LEAST: 0, AT_MOST: 1, REMOVED: 2 } as const;

export type CommitBatchResult = {
  /** Number of the `commits` row with the first chunk of the batch's deltas. The other chunks are in the rows after it. */
  readonly firstSeq: number;
  /** The commits that lost their compare-and-set, as positions in the batch. */
  readonly losers: readonly number[];
  /** Row keys of the actors that were created, in the order of the successful CREATE commits. */
  readonly keys: readonly number[];
};

export function nullable(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
