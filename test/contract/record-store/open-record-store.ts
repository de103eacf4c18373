import type { RecordStore } from '../../../src/platform/store/record-store.ts';

/** A record store that one test uses, with a clock that `setNow` sets. */
export type OpenRecordStore = AsyncDisposable & {
  readonly store: RecordStore;
  setNow(nowMs: number): void;
  /** Replaces the stored text of a document, bypassing the store. */
  rewrite(collection: string, id: string, text: string): void | Promise<void>;
  /** For each document that the store reported as unreadable: the name of its collection. */
  readonly wrong: readonly string[];
};
export type Opening = OpenRecordStore | Promise<OpenRecordStore>;
