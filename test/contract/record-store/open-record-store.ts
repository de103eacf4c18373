import type { RecordStore } from '../../../src/platform/store/record-store.ts';

/** A store of its own for one test; its clock stands where `setNow` puts it. */
export type OpenRecordStore = AsyncDisposable & {
  readonly store: RecordStore;
  setNow(nowMs: number): void;
  /** Puts another text in the place of a document's, past the store. */
  rewrite(collection: string, id: string, text: string): void | Promise<void>;
  /** The collections of the documents that were told to be unreadable. */
  readonly wrong: readonly string[];
};
export type Opening = OpenRecordStore | Promise<OpenRecordStore>;
