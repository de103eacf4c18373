import { expect, test } from 'bun:test';
import { collections } from '../../../../src/app/registry.ts';
import { NOTIFICATIONS } from '../../../../src/features/notifications/stored-notification.ts';
import { ORDERS } from '../../../../src/features/orders/create-orders.ts';
import { POINTS_LEDGER } from '../../../../src/features/points/points-ledger.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { ADMIN, alice, clockAt, NOW, outcome, startNode } from './accounts-fixture.ts';

const AT = new Date(NOW).toISOString();
type Node = Awaited<ReturnType<typeof startNode>>;

async function fillWith(node: Node, wallet: string): Promise<void> {
  const note = { type: 'autopilot', kind: 'fill', title: 't', message: 'm', wallet, data: {}, expiryWarnedAtMs: null };
  for (let i = 0; i < 250; i += 1)
    await node.records
      .collection(NOTIFICATIONS)
      .insert(`${wallet}/${i}`, { ...note, publicId: `${wallet}/${i}`, read: false, createdAtMs: NOW + i, expiresAtMs: NOW * 2 });
  const order = { wallet, orderId: 'o', saidText: '{}', digest: 'd', createdAtMs: NOW, expiresAtMs: NOW * 2 };
  await node.records.collection(ORDERS).insert(`${wallet}/o`, order);
  const points = { wallet, seq: 1, reason: 'trade', ref: 'r', points: 5, balance: 5, atMs: NOW, day: 1, ofDay: {} };
  await node.records.collection(POINTS_LEDGER).insert(`${wallet}/1`, points);
}

test('a profile shows preferences, sessions, and whether the wallet is an admin', async () => {
  const node = await startNode();
  const { accessToken: token } = await node.signedIn(ADMIN);
  const { data } = await node.ask('GET', '/user', { token });
  expect(data).toMatchObject({
    wallet: ADMIN.address,
    isAdmin: true,
    createdAt: AT,
    signedInAt: AT,
    sessions: [{ isCurrent: true }],
  } as never);
  expect(data).toMatchObject({ preferences: { displayCurrency: 'USD', quietHours: null } } as never);
  expect(outcome(await node.ask('GET', '/user'))).toBe('401 token-missing');
});

test('preferences change one by one, and null sets one back', async () => {
  const node = await startNode();
  const { accessToken: token } = await node.signedIn();
  const prefer = async (body: unknown) => node.ask('PATCH', '/user/preferences', { token, body });
  const quietHours = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' };
  expect((await prefer({ displayCurrency: 'EUR' })).data).toEqual({ displayCurrency: 'EUR', quietHours: null } as never);
  expect((await prefer({ quietHours })).data).toEqual({ displayCurrency: 'EUR', quietHours } as never);
  expect((await prefer({ displayCurrency: null })).data).toEqual({ displayCurrency: 'USD', quietHours } as never);
  await node.settings.set('default_display_currency', 'CHF', 'alice');
  expect((await prefer({})).data).toEqual({ displayCurrency: 'CHF', quietHours } as never);
  for (const wrong of [
    { displayCurrency: 'EURO' },
    { displayCurrency: 'eur' },
    { quietHours: { ...quietHours, timeZone: 'Mars/Olympus' } },
    { quietHours: { ...quietHours, from: '24:00' } },
    { quietHours: { ...quietHours, to: '22:00' } },
    { currency: 'EUR' },
    [],
  ])
    expect(outcome(await prefer(wrong))).toBe('400 invalid-input');
});

test('the sign-in of a wallet keeps its preferences', async () => {
  const node = await startNode();
  const { accessToken } = await node.signedIn();
  await node.ask('PATCH', '/user/preferences', { token: accessToken, body: { displayCurrency: 'EUR' } });
  const again = await node.signedIn();
  expect((await node.ask('GET', '/user', { token: again.accessToken })).data).toMatchObject({
    preferences: { displayCurrency: 'EUR' },
  } as never);
});

test('an export has everything of the wallet, and nothing of others', async () => {
  using folder = tempFolder();
  const store = createSqliteStore({ path: folder.file('user.db'), clock: clockAt(NOW) });
  const node = await startNode({ records: store.records });
  const { accessToken: token } = await node.signedIn();
  for (const wallet of [alice.address, ADMIN.address]) await fillWith(node, wallet);
  const text = await node.text('GET', '/user/export', token);
  const { wallet, exportedAt, parts }: { wallet: string; exportedAt: string; parts: { of: string; rows: { id: string }[] }[] } =
    JSON.parse(text);
  expect({ wallet, exportedAt }).toEqual({ wallet: alice.address, exportedAt: AT });
  const counts: Record<string, number> = {};
  for (const { of, rows } of parts) counts[of] = (counts[of] ?? 0) + rows.length;
  expect(counts).toEqual({ accounts: 1, sessions: 1, orders: 1, notifications: 250, 'points-ledger': 1 });
  expect(text).not.toContain(ADMIN.address.slice(2));
  expect(text).not.toContain('"rev"');
  await store.close();
});

test('deletion removes what the wallet may delete, ends its sessions, and says what is kept', async () => {
  const node = await startNode();
  const { accessToken: token } = await node.signedIn();
  for (const wallet of [alice.address, ADMIN.address]) await fillWith(node, wallet);
  const { data } = await node.ask('DELETE', '/user', { token });
  expect(data).toEqual({
    deleted: { accounts: 1, orders: 1, notifications: 250 },
    sessionsEnded: 1,
    kept: { 'points-ledger': 1 },
  } as never);
  expect(outcome(await node.ask('GET', '/user', { token }))).toBe('401 session-ended');
  expect(await node.records.collection(NOTIFICATIONS).count({ wallet: ADMIN.address })).toBe(250);
  expect(
    collections
      .filter(({ ofWallet }) => ofWallet?.mayBeDeleted)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'accounts',
    'approval-scans',
    'channels',
    'chat-messages',
    'notifications',
    'orders',
    'ramp-references',
    'smart-accounts',
    'training-candidates',
  ]);
});
