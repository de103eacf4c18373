import { describe } from 'bun:test';
import type { Opening } from './open-record-store.ts';
import { testQueries } from './queries-contract.ts';
import { testScan } from './scan-contract.ts';
import { testWrites } from './writes-contract.ts';
import { testWrongDocuments } from './wrong-documents-contract.ts';

/** The tests that every `RecordStore` must pass, run for each adapter. */
export function recordStoreContract(name: string, open: () => Opening): void {
  describe(`the ${name} record store`, () => {
    testWrites(open);
    testQueries(open);
    testScan(open);
    testWrongDocuments(open);
  });
}
