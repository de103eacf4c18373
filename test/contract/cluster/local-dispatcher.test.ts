import { createLocalDispatcher } from '../../../src/platform/cluster/local/local-dispatcher.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { EVERY_MS } from './cluster-time.ts';
import { dispatcherContract } from './dispatcher-contract.ts';

dispatcherContract('local', async () => ({
  node: ({ onJob, now }) => createLocalDispatcher({ onJob, clock: { now }, log: silentLog, everyMs: EVERY_MS, groups: 8 }),
  async [Symbol.asyncDispose]() {},
}));
