// The service under the hostile harness: the real app on a clock that the harness advances, so that idle time is skipped. Additional
// settings: HOSTILE_CONTROL_PORT (serves `GET /now` and `POST /to?ms=`), HOSTILE_BROKEN (see `breakages`), HOSTILE_START_MS (initial time
// of the clock; default: the host's time).
import { breakModule } from '../support/break-module.ts';
import { breakages } from './breakages.ts';

const { HOSTILE_CONTROL_PORT: controlPort, HOSTILE_BROKEN: broken = '', HOSTILE_START_MS: startMs } = process.env;
if (broken !== '') breakModule(breakages, broken);
// The app's modules are imported only here, because the edit that removes a protection must be prepared before they are loaded.
const { startApp } = await import('../../src/app.ts');
const { loadProcessConfig } = await import('../../src/config.ts');

const LOOK_EVERY_MS = 20;
let aheadMs = startMs === undefined ? 0 : Number(startMs) - Date.now();
const clock = { now: () => Date.now() + aheadMs };

const app = await startApp(loadProcessConfig(), {
  version: 'hostile-harness',
  time: {
    clock,
    startTimer(_everyMs, fire) {
      const timer = setInterval(fire, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
    clearingTimers: {
      after(delayMs, callback) {
        const dueMs = clock.now() + delayMs;
        const timer = setInterval(() => {
          if (clock.now() < dueMs) return;
          clearInterval(timer);
          callback();
        }, LOOK_EVERY_MS);
        return () => clearInterval(timer);
      },
      soon: (callback) => void setImmediate(callback),
    },
  },
});

const control = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(controlPort),
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/to') aheadMs = Number(searchParams.get('ms')) - Date.now();
    // Sets a global flag, which the deliberate faults of `breakages` check. Once it is set, a fault that can be ended is over.
    if (pathname === '/mend') Reflect.set(globalThis, 'isMended', true);
    return Response.json({ nowMs: clock.now() });
  },
});

const end = async () => {
  await app.stop();
  await control.stop(true);
  process.exit(0);
};
process.on('SIGTERM', end);
// The process exits when the process that started it ends, for whatever reason that one ends.
process.stdin.on('close', end).resume();
