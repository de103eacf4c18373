// The service under the crash harness: the real app, which writes each named point of its work to a file, and kills itself with SIGKILL at
// the hit that the harness chose. Additional settings: CRASH_TRACE (file), CRASH_AT (`<point>#<hit>`), CRASH_DOWNFALL (see `Downfall`),
// CRASH_BROKEN=1 (broadcasts before storing, which the harness must detect), CRASH_CROWD=1 (small batches, so that many transactions are in
// flight).
import { appendFileSync } from 'node:fs';
import { breakModule } from '../support/break-module.ts';
import { smallBatches } from './crowd.ts';
import { killChain } from './kill-chain.ts';

const { CRASH_TRACE: trace = '/dev/null', CRASH_AT: deadly, CRASH_DOWNFALL: downfall, CRASH_BROKEN: broken } = process.env;
if (process.env.CRASH_CROWD === '1') for (const name of Object.keys(smallBatches)) breakModule(smallBatches, name);
// The modules are imported only here, so that the edits are in place before they are loaded.
const { startApp } = await import('../../src/app.ts');
const { loadProcessConfig } = await import('../../src/config.ts');
const { createBroadcastBeforeStoreEffects } = await import('../support/broadcast-before-store.ts');

const hits = new Map<string, number>();

const config = loadProcessConfig();
const app = await startApp(config, {
  version: 'crash-harness',
  faultPoint,
  ...(broken === '1' ? { senderEffects: createBroadcastBeforeStoreEffects } : {}),
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));

async function faultPoint(name: string): Promise<void> {
  const hit = (hits.get(name) ?? 0) + 1;
  hits.set(name, hit);
  const isDeadly = `${name}#${hit}` === deadly;
  // The trace is written synchronously by this thread, because data that the kernel has accepted survives the kill.
  appendFileSync(trace, `${name}${isDeadly ? ' killed' : ''}\n`);
  if (!isDeadly) return;
  if (downfall === 'with-guard' || downfall === 'with-chain') killChain(config.dataDir, downfall);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}
