import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { recordStoreContract } from './record-store-contract.ts';

recordStoreContract('memory', () => {
  let nowMs = 0;
  const wrong: string[] = [];
  const store = createMemoryRecordStore({ clock: { now: () => nowMs }, onWrong: (collection) => wrong.push(collection) });
  return {
    store,
    wrong,
    rewrite: store.rewrite,
    setNow(to) {
      nowMs = to;
    },
    async [Symbol.asyncDispose]() {},
  };
});
