import { expect, test } from 'bun:test';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import type { NewNotification } from '../../../../src/features/notifications/notification.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { Address } from '../../../../src/values/address.ts';
import { isUuid, randomIds } from '../../../../src/values/id-source.ts';
import { asAddress } from '../../../support/branded.ts';

const WALLET = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const OTHER = asAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');
const told = (wallet: Address, title: string): NewNotification => ({
  ...{ type: 'autopilot', kind: 'fill', title, message: 'Bought.', wallet, data: { tradeId: title }, expiryWarnedAtMs: null },
});

function bench() {
  const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs };
  return { clock, notifications: createNotifications({ records: createMemoryRecordStore({ clock }), clock, ids: randomIds }) };
}

test('a repeated notification adds none, also at the same time, and ids do not show the key', async () => {
  const { notifications } = bench();
  const added = await Promise.all([1, 2, 3].map(() => notifications.add('trade-1/fill', told(WALLET, 'one'))));
  expect(added.filter(Boolean)).toHaveLength(1);
  const { notifications: list } = await notifications.list({ wallet: WALLET, limit: 10 });
  expect(list.map(({ title, read, wallet }) => [title, read, wallet])).toEqual([['one', false, WALLET]]);
  expect(isUuid(list[0]?.id ?? '')).toBe(true);
});

test('are listed newest first, in pages, and counted by wallet', async () => {
  const { notifications, clock } = bench();
  for (const title of ['a', 'b', 'c']) {
    await notifications.add(title, told(WALLET, title));
    clock.nowMs += 1_000;
  }
  await notifications.add('d', told(OTHER, 'd'));
  const first = await notifications.list({ wallet: WALLET, limit: 2 });
  expect(first.notifications.map(({ title }) => title)).toEqual(['c', 'b']);
  const second = await notifications.list({ wallet: WALLET, limit: 2, cursor: first.cursor ?? '' });
  expect(second.notifications.map(({ title }) => title)).toEqual(['a']);
  expect(await notifications.count(WALLET)).toEqual({ total: 3, unread: 3 });
});

test('are read one by one, again without harm, by their own wallet only, and all at once', async () => {
  const { notifications } = bench();
  for (const title of ['a', 'b', 'c']) await notifications.add(title, told(WALLET, title));
  await notifications.add('d', told(OTHER, 'd'));
  const { notifications: list } = await notifications.list({ wallet: WALLET, limit: 10 });
  const id = list[0]?.id ?? '';
  const notFound = { code: 'notification-not-found', status: 404 };
  await expect(notifications.markRead(id, OTHER)).rejects.toMatchObject(notFound);
  await expect(notifications.markRead(crypto.randomUUID(), null)).rejects.toMatchObject(notFound);
  expect((await notifications.markRead(id.toUpperCase(), WALLET)).read).toBe(true);
  expect((await notifications.markRead(id, null)).read).toBe(true);
  expect(await notifications.count(WALLET)).toEqual({ total: 3, unread: 2 });
  expect((await notifications.list({ wallet: WALLET, unreadOnly: true, limit: 10 })).notifications).toHaveLength(2);
  expect(await notifications.markAllRead(WALLET)).toBe(2);
  expect(await notifications.markAllRead(WALLET)).toBe(0);
  expect(await notifications.count(OTHER)).toEqual({ total: 1, unread: 1 });
});
