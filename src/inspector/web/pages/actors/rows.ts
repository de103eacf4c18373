import type { ActorHead } from '../../data/actor-record.ts';
import type { FeedEvent } from '../../data/feed-event.ts';

export type Row = {
  readonly head: ActorHead;
  /** Number of changes of the actor since its row appeared. Each change restarts the row's highlight. */
  readonly changes: number;
};

export function rowsOf(heads: readonly ActorHead[]): readonly Row[] {
  return heads.map((head) => ({ head, changes: 0 }));
}

/**
 * Updates the shown rows with newly read data. Each row keeps its position, so that nothing moves under the pointer. `isOther` is true when
 * the newly read list has other rows or another order than the shown one.
 */
export function mergeRows(shown: readonly Row[], read: readonly ActorHead[]): { readonly rows: readonly Row[]; readonly isOther: boolean } {
  const byId = new Map(read.map((head) => [head.id, head]));
  const isOther = shown.length !== read.length || shown.some(({ head }, index) => head.id !== read[index]?.id);
  const rows = shown.map((row) => {
    const head = byId.get(row.head.id);
    return head === undefined ? row : newerOf(row, head);
  });
  return { rows, isOther };
}

/** Returns the newly read rows in their order; rows that were already shown keep their change counts. */
export function replaceRows(shown: readonly Row[], read: readonly ActorHead[]): readonly Row[] {
  const byId = new Map(shown.map((row) => [row.head.id, row]));
  return read.map((head) => {
    const before = byId.get(head.id);
    return before === undefined ? { head, changes: shown.length === 0 ? 0 : 1 } : newerOf(before, head);
  });
}

/** Updates a row with data from a read, unless the live feed has already delivered a newer revision while that read was in progress. */
function newerOf(row: Row, read: ActorHead): Row {
  if (read.revision < row.head.revision) return row;
  return read.revision === row.head.revision ? { ...row, head: read } : { head: read, changes: row.changes + 1 };
}

/** Applies events of the live feed to the shown rows; returns the same array when no event affects them. */
export function applyEvents(shown: readonly Row[], events: readonly FeedEvent[]): readonly Row[] {
  const told = new Map<string, Partial<ActorHead>>();
  for (const event of events) {
    if (event.kind === 'committed') told.set(event.id, { ...told.get(event.id), revision: event.revision, updatedAtMs: event.atMs });
    if (event.kind === 'quarantined') {
      const { error, atMs } = event;
      told.set(event.id, {
        ...told.get(event.id),
        health: { state: 'quarantined', failures: 0, sinceMs: atMs, untilMs: null, lastError: error },
      });
    }
  }
  let isChanged = false;
  const rows = shown.map((row) => {
    const news = told.get(row.head.id);
    if (news === undefined || (news.revision !== undefined && news.revision <= row.head.revision)) return row;
    isChanged = true;
    return { head: { ...row.head, ...news }, changes: row.changes + 1 };
  });
  return isChanged ? rows : shown;
}
