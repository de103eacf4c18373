// The service under this harness: the real app on a clock and timers that the harness advances. Additional settings: OUTSIDE_CONTROL_PORT
// (serves `POST /to?ms=` and `GET /`), OUTSIDE_START_MS (initial time of the clock), OUTSIDE_BROKEN (see `breakages`).
import { breakModule } from '../support/break-module.ts';
import { breakages } from './breakages.ts';

const { OUTSIDE_CONTROL_PORT: controlPort, OUTSIDE_START_MS: startMs, OUTSIDE_BROKEN: broken = '' } = process.env;
if (broken !== '') breakModule(breakages, broken);
// The app's modules are imported only here, because the edit that removes a protection must be prepared before they are loaded.
const { startApp } = await import('../../src/app.ts');
const { systemTimers } = await import('../../src/platform/clock/system-timers.ts');
const { loadProcessConfig } = await import('../../src/config.ts');

const LOOK_EVERY_MS = 20;
/** Time limit of RPC requests in real milliseconds. Each request to a hanging endpoint takes this long. */
const REQUEST_TIMEOUT_MS = 250;

type Waiting = { readonly dueMs: number; readonly everyMs: number | null; readonly call: () => void };

let aheadMs = Number(startMs) - Date.now();
const clock = { now: () => Date.now() + aheadMs };
const waiting = new Set<Waiting>();

/** Calls the functions of the timers that are due. */
function look(): void {
  const nowMs = clock.now();
  for (const one of [...waiting].sort((a, b) => a.dueMs - b.dueMs)) {
    if (one.dueMs > nowMs || !waiting.has(one)) continue;
    if (one.everyMs === null) waiting.delete(one);
    one.call();
  }
}
const looking = setInterval(look, LOOK_EVERY_MS);

function wait(one: Waiting): () => void {
  waiting.add(one);
  return () => void waiting.delete(one);
}
const timers = {
  after: (delayMs: number, call: () => void) => wait({ dueMs: clock.now() + delayMs, everyMs: null, call }),
  soon: systemTimers.soon,
};

let pausing = 0;

/** Waits until the harness has advanced the clock by `ms` milliseconds. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cancel = timers.after(ms, resolve);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  pausing += 1;
  await promise.finally(() => {
    pausing -= 1;
    cancel();
  });
}

// The control server starts before the app answers, because the harness advances the clock while the app starts.
const control = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(controlPort),
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/to') {
      aheadMs = Number(searchParams.get('ms')) - Date.now();
      look();
    }
    return Response.json({ pausing });
  },
});

const app = await startApp(loadProcessConfig(), {
  version: 'outside-harness',
  time: {
    ...{ clock, timers, pause, clearingTimers: timers },
    startTimer: (everyMs, call) => wait({ dueMs: 0, everyMs, call }),
    endpoints: { requestTimeoutMs: REQUEST_TIMEOUT_MS, stopwatch: clock.now },
  },
});

process.on('SIGTERM', async () => {
  await app.stop();
  clearInterval(looking);
  await control.stop(true);
  process.exit(0);
});
