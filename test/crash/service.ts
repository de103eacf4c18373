// The service under the crash harness: the real app, which writes each named point that it passes to a file, and kills itself with SIGKILL
// at the pass that the harness chose. Additional settings: CRASH_TRACE (file), CRASH_AT (`<point>#<pass>`), CRASH_DOWNFALL (see
// `Downfall`), CRASH_BROKEN=1 (sends transactions before it stores them, which the harness must detect), CRASH_CROWD=1 (small batches, so
// that many transactions are unmined at the same time).
import { appendFileSync } from 'node:fs';
import { breakModule } from '../support/break-module.ts';
import { smallBatches } from './crowd.ts';
import { killChain } from './kill-chain.ts';

const { CRASH_TRACE: trace = '/dev/null', CRASH_AT: deadly, CRASH_DOWNFALL: downfall, CRASH_BROKEN: broken } = process.env;
if (process.env.CRASH_CROWD === '1') for (const name of Object.keys(smallBatches)) breakModule(smallBatches, name);
// The app's modules are imported only here, after the source edits were prepared, which change modules while they are loaded.
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
  // The trace is written synchronously by this thread. What the kernel has accepted survives the kill of the process.
  appendFileSync(trace, `${name}${isDeadly ? ' killed' : ''}\n`);
  if (!isDeadly) return;
  if (downfall === 'with-guard' || downfall === 'with-chain') killChain(config.dataDir, downfall);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}
