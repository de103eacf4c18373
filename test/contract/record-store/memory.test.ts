import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { recordStoreContract } from './record-store-contract.ts';

recordStoreContract('memory', () => {
  let nowMs = 0;
  return {
    store: createMemoryRecordStore({ clock: { now: () => nowMs } }),
    setNow(to) {
      nowMs = to;
    },
    async [Symbol.asyncDispose]() {},
  };
});
