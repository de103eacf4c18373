import { describe } from 'bun:test';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import { testQueries } from './queries-contract.ts';
import { testWrites } from './writes-contract.ts';

/** A store of its own for one test; its clock stands where `setNow` puts it. */
export type OpenRecordStore = AsyncDisposable & { readonly store: RecordStore; setNow(nowMs: number): void };

/** What every `RecordStore` has to keep; run for each adapter. */
export function recordStoreContract(name: string, open: () => OpenRecordStore): void {
  describe(`the ${name} record store`, () => {
    testWrites(open);
    testQueries(open);
  });
}
