import { expect, test } from 'bun:test';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import { createTellChannels } from '../../../../src/features/notifications/tell-channels.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { asAddress } from '../../../support/branded.ts';

const ALICE = asAddress(`0x${'aa'.repeat(20)}`);
const BOB = asAddress(`0x${'bb'.repeat(20)}`);

function setUp({ isDown = (_channel: string): boolean => false, onTell = async (_title: string): Promise<number> => 0 } = {}) {
  let nowMs = 1_700_000_000_000;
  const clock = { now: () => nowMs++ };
  const calls: string[] = [];
  const records = createMemoryRecordStore({ clock });
  const told: Record<string, string[]> = {};
  let channels: readonly string[] = ['mail', 'hook'];
  const tellChannels = createTellChannels({
    ...{ records, clock, log: silentLog },
    async tell(channel, { id }) {
      if (isDown(channel)) throw new RetryableError({ code: 'store-unavailable', message: 'Not now.' });
      const list = told[channel] ?? [];
      told[channel] = list;
      const title = (await notifications.read(id))?.title ?? '';
      calls.push(title);
      nowMs += await onTell(title);
      // A real channel recognizes a notification that it gets a second time by its id. So the simulated channel ignores repeats too.
      if (!list.includes(title)) list.push(title);
    },
  });
  const notifications = createNotifications({ records, clock, ids: randomIds, tellChannels, channelsFor: async () => channels });
  const add = (title: string, wallet = ALICE) =>
    notifications.add(title, { type: 'autopilot', kind: 'fill', title, message: 'm', wallet, data: {}, expiryWarnedAtMs: null });
  const wantedBy = (list: readonly string[]) => {
    channels = list;
  };
  return { add, told, calls, tellChannels, notifications, wantedBy };
}

test('a notification is handed to every channel that wants it, and is done then', async () => {
  const { add, told, tellChannels } = setUp();
  expect(await add('a')).toBe(true);
  expect(await add('b')).toBe(true);
  expect(await add('a')).toBe(false);
  expect(told).toEqual({ mail: ['a', 'b'], hook: ['a', 'b'] });
  expect(await tellChannels.oldestMs()).toBeNull();
});

test('what a channel does not take waits for it in order, and holds up no other channel and no other wallet', async () => {
  let down = 'hook';
  const { add, told, tellChannels } = setUp({ isDown: (channel) => channel === down });
  for (const title of ['a', 'b']) expect(await add(title)).toBe(true);
  expect(told).toEqual({ mail: ['a', 'b'] });
  expect(await tellChannels.oldestMs()).not.toBeNull();
  await tellChannels.round();
  down = '';
  // The channel works again. The notification that is added now must be delivered after those that were already waiting.
  await add('c');
  expect(told.hook).toEqual(['a', 'b', 'c']);
  await add('d', BOB);
  expect(told.mail).toEqual(['a', 'b', 'c', 'd']);
  expect(await tellChannels.oldestMs()).toBeNull();
});

test('a round hands over what a process that ended has left, of any number of wallets', async () => {
  let isDown = true;
  const { add, told, tellChannels } = setUp({ isDown: () => isDown });
  for (let n = 0; n < 250; n += 1) await add(`n${n}`, n % 2 === 0 ? ALICE : BOB);
  expect(told).toEqual({});
  isDown = false;
  await tellChannels.round();
  expect(told.mail?.length).toBe(250);
  const ofAlice = (told.mail ?? []).filter((title) => Number(title.slice(1)) % 2 === 0);
  expect(ofAlice).toEqual(Array.from({ length: 125 }, (_, n) => `n${2 * n}`));
  expect(await tellChannels.oldestMs()).toBeNull();
});

test('a notification that no channel wants is only listed, and one that is read stays to be told', async () => {
  let isDown = true;
  const { add, told, tellChannels, notifications, wantedBy } = setUp({ isDown: () => isDown });
  wantedBy([]);
  await add('quiet');
  expect(await tellChannels.oldestMs()).toBeNull();
  wantedBy(['mail']);
  await add('a');
  expect(await notifications.markAllRead(ALICE)).toBe(2);
  isDown = false;
  await tellChannels.round();
  expect(told).toEqual({ mail: ['a'] });
  const { notifications: listed } = await notifications.list({ wallet: ALICE, limit: 10 });
  expect(listed.map(({ title, read }) => [title, read])).toEqual([
    ['a', true],
    ['quiet', true],
  ]);
  expect(JSON.stringify(listed)).not.toContain('untold');
});

test('a process that was stopped for a while does not tell again what another has told meanwhile', async () => {
  let isDown = true;
  let onTell = async (_title: string) => 0;
  const { add, calls, tellChannels, wantedBy } = setUp({ isDown: () => isDown, onTell: (title) => onTell(title) });
  wantedBy(['mail']);
  for (const title of ['a', 'b', 'c']) await add(title);
  isDown = false;
  // While the first notification is handed over, the process is stopped for a minute, in which another one hands over all of them.
  onTell = async () => {
    onTell = async () => 0;
    await tellChannels.ofWallet(ALICE);
    return 60_000;
  };
  await tellChannels.ofWallet(ALICE);
  expect(calls).toEqual(['a', 'a', 'b', 'c']);
});
