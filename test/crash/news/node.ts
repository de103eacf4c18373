// A process that the notification campaign kills. It delivers notifications to channels. It reads commands from standard input, and answers
// each of them; commands and answers are lines of JSON. Its clock runs SPEED times as fast as real time, so that the back-off between
// attempts is short. With a store in MongoDB, several such processes share it, and divide the ticks among themselves by the Redis in
// SETTINGS.
// bun test/crash/news/node.ts STORE SETTINGS(JSON) SPEED BASE_MS [--forgets]
import { createInterface } from 'node:readline';
import { createChannelActors } from '../../../actors/channel/channels-client.ts';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { metricFamilies } from '../../../src/app/registry.ts';
import { tickSchedule } from '../../../src/app/tick-schedule.ts';
import { compileSettings } from '../../../src/config/compile-settings.ts';
import { channels } from '../../../src/features/channels/module.ts';
import { channelsSettings } from '../../../src/features/channels/settings.ts';
import { notifications } from '../../../src/features/notifications/module.ts';
import { systemSettings } from '../../../src/features/system-settings/module.ts';
import { lateClient } from '../../../src/module/late-client.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { repeatWork } from '../../../src/platform/loop/repeat-work.ts';
import { createPromMetrics } from '../../../src/platform/metrics/prom-metrics.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import type { ActorSystem } from '../../../src/runtime/system-options.ts';
import { createLate } from '../../../src/values/late.ts';
import { asAddress } from '../../support/branded.ts';
import { testPlatform } from '../../support/test-platform.ts';
import type { Command } from './commands.ts';

const [storeUrl = '', settingsText = '{}', speedText = '1', baseText = '0', ...flags] = process.argv.slice(2);
const speed = Number(speedText);
const base = Number(baseText);
/** Time limit of a request to a receiver in real milliseconds. It is shorter than the deadline of the effect that sends the request. */
const REQUEST_MS = 400;
const MINUTE_MS = 60_000;

const clock = { now: () => base + Math.floor((Date.now() - base) * speed) };
const timers = { ...systemTimers, after: (ms: number, run: () => void) => systemTimers.after(ms / speed, run) };
const store = await openStoreAt(storeUrl, clock);
const late = createLate<ActorSystem>('the system');
const platform = testPlatform({
  ...{ clock, timers, store: store.actors, records: store.records, actors: lateClient(late) },
  metrics: createPromMetrics(metricFamilies),
  harness: { endpoints: { requestTimeoutMs: REQUEST_MS, stopwatch: () => performance.now() } },
});
const config = compileSettings({ DEVNET: '0', SERVICE_BRAND: 'Acme', ...JSON.parse(settingsText) }, [channelsSettings]);
const settings = await systemSettings.start(platform, {}, {});
const told = await notifications.start(platform, {}, {});
const started = await channels.start(
  platform,
  {
    accounts: { auth: { user: noBearer('user'), admin: noBearer('admin') }, tokenCheck: noTokens(), quietHoursOf: async () => null },
    notifications: {
      ...told.gives,
      alsoTell: (outlet) =>
        told.gives.alsoTell({
          ...outlet,
          // With `--forgets`, the process deliberately loses some notifications before they reach the channels. The campaign's checks must
          // detect this.
          tell: async (...to) => (flags.includes('--forgets') && /^[0-7]/.test(to[1].id) ? undefined : await outlet.tell(...to)),
        }),
    },
    systemSettings: settings.gives,
  },
  config.modules.channels as Parameters<typeof channels.start>[2],
);
const system = createActorSystem({
  actors: started.actors ?? [],
  ...{ store: store.actors, clock, timers, ids: () => crypto.randomUUID(), random: Math.random, nodeId: `node-${process.pid}` },
  // Each look into a shared store costs the server a query. So it is not made more often than in a real cluster.
  ...(store.isShared ? { wakeEveryMs: 250 * speed } : {}),
  onError: (error) => console.error(error),
});
late.set(system);
system.start();
if (store.isShared)
  await tickSchedule(config, {
    ...{ system, clock, log: silentLog, store: { isShared: true, watch: { prove: async () => undefined } } },
    startTimer(everyMs, fire) {
      const firing = repeatWork(timers, everyMs, async () => fire());
      return () => void firing.stop();
    },
  });
else {
  // Only a process that is alone with its store may take over the effects of its predecessor at once.
  await system.takeOver();
  repeatWork(timers, MINUTE_MS, async () => {
    await system.tick(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
  });
}
const actors = createChannelActors({ actors: system });
say({ did: 'start' });

for await (const line of createInterface({ input: process.stdin })) say(await act(JSON.parse(line)));
process.exit(0);

async function act(command: Command): Promise<object> {
  if (command.do === 'channel') {
    const { id, code } = await started.gives.add(asAddress(command.wallet), { kind: command.kind, target: command.target }, 'client');
    return { did: 'channel', id, isSent: code.isSent };
  }
  if (command.do === 'code') {
    const { isSent } = await started.gives.sendCode(asAddress(command.wallet), command.id, 'client');
    return { did: 'code', isSent };
  }
  if (command.do === 'verify') {
    await started.gives.verify(asAddress(command.wallet), command.id, command.code);
    return { did: 'verify' };
  }
  if (command.do === 'add') {
    await told.gives.add(`note-${command.n}`, {
      ...{ type: 'autopilot', kind: 'fill', title: `Note ${command.n}`, message: `It is #${command.n}.` },
      ...{ wallet: asAddress(command.wallet), data: { n: command.n }, expiryWarnedAtMs: null },
    });
    return { did: 'add', n: command.n };
  }
  const all = await Promise.all(command.wallets.map((wallet) => started.gives.list(asAddress(wallet))));
  const views = await Promise.all(all.flat().map(({ wallet, kind, id }) => actors.read({ wallet, kind, channelId: id })));
  const untold = await told.gives.oldestUntoldMs();
  return { did: 'waiting', isOver: untold === null && views.every((view) => view === null || view.state === 'idle') };
}

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

function noBearer(kind: 'user' | 'admin') {
  return { kind, check: () => nobody() };
}

function noTokens() {
  return { read: async () => nobody(), isOpen: async () => false };
}

function nobody(): never {
  throw new Error('Nobody signs in here');
}
