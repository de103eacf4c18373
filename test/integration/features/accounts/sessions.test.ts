import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { SESSIONS } from '../../../../src/features/accounts/sessions/session.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { ADMIN, alice, clockAt, NOW, outcome, type Session, startNode } from './accounts-fixture.ts';

const SECOND = 1_000;
const DAY = 86_400_000;
type Node = Awaited<ReturnType<typeof startNode>>;
const refresh = (node: Node, refreshToken: string) => node.ask('POST', '/auth/refresh', { body: { refreshToken } });
const reads = async (node: Node, token: string) => outcome(await node.ask('GET', '/auth/sessions', { token }));

/** Reads the values of a metric from the Prometheus text, by the value of the metric's label. */
async function counted({ platform }: Node, name: string): Promise<Record<string, number>> {
  const { text } = await platform.metrics.render('prometheus');
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{\\w+="([^"]*)"\\})? (\\d+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]));
}

test('a refresh token gives the next one, and tokens for the same wallet', async () => {
  const node = await startNode();
  const first = await node.signedIn();
  node.clock.ms += 20 * 60_000;
  expect(await reads(node, first.accessToken)).toBe('401 token-expired');
  const next: Session = (await refresh(node, first.refreshToken)).data;
  expect(next).toMatchObject({ wallet: alice.address, sessionId: first.sessionId });
  expect(await reads(node, next.accessToken)).toBe('200 ok');
});

test('a refresh token that is used again ends its session, with all its tokens', async () => {
  const node = await startNode();
  const first = await node.signedIn();
  const other = await node.signedIn();
  const next: Session = (await refresh(node, first.refreshToken)).data;
  node.clock.ms += 10 * SECOND;
  expect(outcome(await refresh(node, first.refreshToken))).toBe('401 refresh-token-reused');
  expect(outcome(await refresh(node, next.refreshToken))).toBe('401 session-ended');
  expect(await reads(node, next.accessToken)).toBe('401 session-ended');
  expect(await reads(node, other.accessToken)).toBe('200 ok');
});

test('for 10 seconds a used refresh token gives the same next one, until that is used', async () => {
  const node = await startNode();
  const first = await node.signedIn();
  const next: Session = (await refresh(node, first.refreshToken)).data;
  node.clock.ms += 10 * SECOND - 1;
  const again: Session = (await refresh(node, first.refreshToken)).data;
  expect(again.refreshToken).toBe(next.refreshToken);
  expect(await reads(node, again.accessToken)).toBe('200 ok');
  // A repeated refresh does not extend the 10 seconds in which the old refresh token is still accepted. One millisecond later the token
  // counts as reused, and the session ends.
  node.clock.ms += 1;
  const third: Session = (await refresh(node, next.refreshToken)).data;
  expect(outcome(await refresh(node, first.refreshToken))).toBe('401 refresh-token-reused');
  expect(outcome(await refresh(node, third.refreshToken))).toBe('401 session-ended');
});

test('a node whose clock is behind gives the same answer too', async () => {
  const one = await startNode();
  const behind = await startNode({ records: one.records, clock: clockAt(NOW - 5 * SECOND) });
  const { refreshToken } = await one.signedIn();
  const next: Session = (await refresh(one, refreshToken)).data;
  const again: Session = (await refresh(behind, refreshToken)).data;
  expect(again.refreshToken).toBe(next.refreshToken);
});

test.each(['memory', 'sqlite'])('ten requests at once with one refresh token on two nodes get the same next one (%s)', async (kind) => {
  using folder = tempFolder();
  const clock = clockAt(NOW);
  const store = kind === 'memory' ? null : await createSqliteStore({ path: folder.file('accounts.db'), clock });
  const one = await startNode({ clock, ...(store === null ? {} : { records: store.records }) });
  const two = await startNode({ clock, records: one.records });
  const { refreshToken } = await one.signedIn();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => refresh(i % 2 === 0 ? one : two, refreshToken)));
  expect(answers.map(outcome)).toEqual(Array.from({ length: 10 }, () => '200 ok'));
  const given: Session[] = answers.map(({ data }) => data);
  const tokens = new Set(given.map((session) => session.refreshToken));
  expect(tokens.size).toBe(1);
  for (const { accessToken } of given) expect(await reads(two, accessToken)).toBe('200 ok');
  const [next = ''] = tokens;
  expect(outcome(await refresh(two, next))).toBe('200 ok');
  expect(await counted(one, 'coxswain_sign_in_refreshes_total')).toMatchObject({ ok: expect.any(Number), repeated: expect.any(Number) });
  await store?.close();
});

test('sign-ins, refreshes and ends of sessions are counted by outcome', async () => {
  const node = await startNode();
  const { refreshToken, accessToken } = await node.signedIn();
  await node.signIn(alice, (message) => message.replace(/^app.example.org/, 'evil.org'));
  await refresh(node, refreshToken);
  await refresh(node, refreshToken);
  await refresh(node, 'x');
  node.clock.ms += 10 * SECOND;
  await refresh(node, refreshToken);
  expect(await reads(node, accessToken)).toBe('401 session-ended');
  expect(await counted(node, 'coxswain_sign_in_nonces_total')).toEqual({ '': 2 });
  expect(await counted(node, 'coxswain_sign_ins_total')).toEqual({ ok: 1, 'siwe-domain': 1 });
  expect(await counted(node, 'coxswain_sign_in_refreshes_total')).toEqual({
    ...{ ok: 1, repeated: 1, 'refresh-token-wrong': 1, 'refresh-token-reused': 1 },
  });
  expect(await counted(node, 'coxswain_sessions_ended_total')).toEqual({ 'refresh-token-reused': 1 });
});

test("a guess at a refresh token ends nobody's session", async () => {
  const node = await startNode();
  const { refreshToken, accessToken } = await node.signedIn();
  const [id = '', , code = ''] = refreshToken.split('.');
  const own = createHmac('sha256', 'a'.repeat(32)).update(`refresh\n${id}.1`).digest('base64url');
  for (const guess of ['', 'x', id, `${id}.1`, `${id}.1.`, `${id}.2.${code}`, `${id}.0.${code}`, `${id}.1.${own}`, `${id}.01.${code}`])
    expect(outcome(await refresh(node, guess))).toBe('401 refresh-token-wrong');
  expect(await reads(node, accessToken)).toBe('200 ok');
  expect(outcome(await refresh(node, refreshToken))).toBe('200 ok');
});

test('a session ends 30 days after its last refresh', async () => {
  const node = await startNode();
  const first = await node.signedIn();
  node.clock.ms += 30 * DAY - 1;
  const next: Session = (await refresh(node, first.refreshToken)).data;
  node.clock.ms += 30 * DAY;
  expect(outcome(await refresh(node, next.refreshToken))).toBe('401 session-ended');
});

test('a session that is signed out is closed here at once, and on another node within a second', async () => {
  const one = await startNode();
  const two = await startNode({ clock: one.clock, records: one.records });
  const { accessToken, refreshToken } = await one.signedIn();
  expect(await reads(two, accessToken)).toBe('200 ok');
  expect(outcome(await one.ask('POST', '/auth/logout', { token: accessToken }))).toBe('200 ok');
  expect(await reads(one, accessToken)).toBe('401 session-ended');
  one.clock.ms += 1_000;
  expect(await reads(two, accessToken)).toBe('401 session-ended');
  expect(outcome(await refresh(two, refreshToken))).toBe('401 session-ended');
});

test('a wallet ends any of its sessions, all of them, and none of other wallets', async () => {
  const node = await startNode();
  const [a, b, c] = [await node.signedIn(), await node.signedIn(), await node.signedIn()];
  const others = await node.signedIn(ADMIN);
  const end = (id: string, token: string) => node.ask('DELETE', `/auth/sessions/${id}`, { token }).then(outcome);
  expect(await end(others.sessionId, a.accessToken)).toBe('404 session-not-found');
  expect(await end(crypto.randomUUID(), a.accessToken)).toBe('404 session-not-found');
  expect(await end('x', a.accessToken)).toBe('400 invalid-input');
  const endB = () => node.ask('DELETE', `/auth/sessions/${b.sessionId}`, { token: a.accessToken });
  expect((await endB()).data).toEqual({ ended: 1 } as never);
  expect((await endB()).data).toEqual({ ended: 0 } as never);
  expect(await reads(node, b.accessToken)).toBe('401 session-ended');
  const everywhere = await node.ask('POST', '/auth/logout', { token: a.accessToken, body: { everywhere: true } });
  expect(everywhere.data).toEqual({ ended: 2 } as never);
  expect([await reads(node, a.accessToken), await reads(node, c.accessToken)]).toEqual(['401 session-ended', '401 session-ended']);
  expect(await reads(node, others.accessToken)).toBe('200 ok');
});

test('an open session is listed and ended, however many were ended after it was opened', async () => {
  const node = await startNode();
  const first = await node.signedIn();
  const { rows } = await node.records.collection(SESSIONS).find({ where: { wallet: first.wallet }, limit: 1 });
  const { _id, rev: _rev, ...stored } = rows[0] ?? { _id: '', rev: 0 };
  for (let n = 1; n <= 250; n += 1)
    await node.records
      .collection(SESSIONS)
      .insert(crypto.randomUUID(), { ...stored, createdAtMs: node.clock.now() + n, endedAtMs: NOW, ended: 'signed-out' });
  const last = await node.signedIn();
  expect((await node.ask('GET', '/auth/sessions', { token: last.accessToken })).data).toHaveLength(2);
  const everywhere = await node.ask('POST', '/auth/logout', { token: last.accessToken, body: { everywhere: true } });
  expect(everywhere.data).toEqual({ ended: 2 } as never);
  expect(await reads(node, first.accessToken)).toBe('401 session-ended');
});

test('one session more than a wallet may have ends the oldest', async () => {
  const node = await startNode();
  await node.settings.set('max_sessions_per_wallet', 3, 'alice');
  const sessions: Session[] = [];
  for (let i = 0; i < 5; i += 1) {
    node.clock.ms += 1;
    sessions.push(await node.signedIn());
  }
  const open = await Promise.all(sessions.map(({ accessToken }) => reads(node, accessToken)));
  expect(open).toEqual(['401 session-ended', '401 session-ended', '200 ok', '200 ok', '200 ok']);
});

test('only wallets of ADMIN_WALLETS get an admin token, which ends with its session', async () => {
  const node = await startNode();
  expect((await node.signedIn()).adminToken).toBeNull();
  const { adminToken, accessToken } = await node.signedIn(ADMIN);
  const admitted = async (token: string | null) => {
    const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } });
    return Promise.resolve(node.auth.admin.check(request)).then(
      ({ authWallet }) => authWallet,
      ({ code }) => code,
    );
  };
  expect(await admitted(adminToken)).toBe(ADMIN.address);
  expect(await admitted(accessToken)).toBe('token-of-other-kind');
  expect(await reads(node, adminToken ?? '')).toBe('403 token-of-other-kind');
  const without = await startNode({ clock: node.clock, records: node.records, env: { ADMIN_WALLETS: '' } });
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${adminToken}` } });
  expect(await Promise.resolve(without.auth.admin.check(request)).catch(({ status, code }) => `${status} ${code}`)).toBe(
    '403 not-an-admin',
  );
  await node.ask('POST', '/auth/logout', { token: accessToken });
  expect(await admitted(adminToken)).toBe('session-ended');
});

test('without a token, or with another scheme, nothing is served', async () => {
  const node = await startNode();
  for (const path of ['/auth/sessions']) expect(outcome(await node.ask('GET', path))).toBe('401 token-missing');
  expect(outcome(await node.ask('POST', '/auth/logout', { body: 'not even JSON of the right kind' }))).toBe('401 token-missing');
  expect(outcome(await node.ask('GET', '/auth/sessions', { token: 'x' }))).toBe('401 token-wrong');
});

test('the store holds nothing with which somebody could sign in', async () => {
  const node = await startNode();
  const { refreshToken, accessToken } = await node.signedIn();
  const { rows } = await node.records.collection(SESSIONS).scan({ limit: 10 });
  const text = JSON.stringify(rows);
  for (const secret of [accessToken, refreshToken, refreshToken.split('.').at(-1) ?? '?']) expect(text).not.toContain(secret);
});
