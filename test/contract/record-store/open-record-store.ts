import type { RecordStore } from '../../../src/platform/store/record-store.ts';

/** A store of its own for one test; its clock stands where `setNow` puts it. */
export type OpenRecordStore = AsyncDisposable & { readonly store: RecordStore; setNow(nowMs: number): void };
export type Opening = OpenRecordStore | Promise<OpenRecordStore>;
