// The service under the crash harness: the real app, which reports each named point of its work to a file, and kills itself with SIGKILL at
// the hit that the harness chose. Additional settings: CRASH_TRACE (file), CRASH_AT (`<point>#<hit>`), CRASH_DOWNFALL (see `Downfall`),
// CRASH_BROKEN=1 (broadcasts before storing, which the harness must notice).
import { appendFileSync } from 'node:fs';
import { startApp } from '../../src/app.ts';
import { loadProcessConfig } from '../../src/config.ts';
import { createBroadcastBeforeStoreEffects } from '../support/broadcast-before-store.ts';
import { killChain } from './kill-chain.ts';

const { CRASH_TRACE: trace = '/dev/null', CRASH_AT: deadly, CRASH_DOWNFALL: downfall, CRASH_BROKEN: broken } = process.env;
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
  // Written synchronously by this thread: data that the kernel has accepted survives the kill.
  appendFileSync(trace, `${name}${isDeadly ? ' killed' : ''}\n`);
  if (!isDeadly) return;
  if (downfall === 'with-guard' || downfall === 'with-chain') killChain(config.dataDir, downfall);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}
