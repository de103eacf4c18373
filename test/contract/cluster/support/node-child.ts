import { createBullmqDispatcher } from '../../../../src/platform/cluster/bullmq/bullmq-dispatcher.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { duringMinute, EVERY_MS } from '../cluster-time.ts';

// A node in its own process that accepts a job and never finishes it. It prints `began` when it has a job, so that the test can kill it.
const [url = '', prefix = ''] = process.argv.slice(2);
createBullmqDispatcher({
  url,
  prefix,
  clock: { now: duringMinute },
  log: silentLog,
  everyMs: EVERY_MS,
  lockMs: 1_000,
  groups: 2,
  onJob() {
    process.stdout.write('began\n');
    return new Promise<never>(() => undefined);
  },
});
process.stdout.write('ready\n');
