import { expect, test } from 'bun:test';
import { malformed } from '../../../unit/features/accounts/siwe-vectors.ts';
import { ADMIN, alice, clockAt, messageOf, NOW, outcome, SAFE, signAs, startNode } from './accounts-fixture.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const SECOND = 1_000;
const iso = (ms: number) => new Date(ms).toISOString();

test('a signed message opens a session, whose token the routes of users accept', async () => {
  const node = await startNode();
  const { status, data } = await node.signIn();
  expect(status).toBe(200);
  expect(data).toMatchObject({
    wallet: alice.address,
    tokenType: 'Bearer',
    adminToken: null,
    accessTokenExpiresAt: iso(NOW + 900 * SECOND),
  });
  const { accessToken }: { accessToken: string } = data;
  const sessions = await node.ask('GET', '/auth/sessions', { token: accessToken });
  expect(sessions.data).toMatchObject([{ isCurrent: true, chainId: 137, createdAt: iso(NOW) }]);
});

test.each<[string, (message: string) => string, string]>([
  ['a domain where nobody signs in', (message) => message.replace(/^app.example.org/, 'evil.org'), '401 siwe-domain'],
  [
    'a longer domain that begins with the right one',
    (message) => message.replace(/^app.example.org/, 'app.example.org.evil.org'),
    '401 siwe-domain',
  ],
  ['another port', (message) => message.replace(/^app.example.org/, 'app.example.org:8443'), '401 siwe-domain'],
  ['another scheme', (message) => `http://${message}`, '401 siwe-domain'],
  ['the right scheme', (message) => `https://${message}`, '200 ok'],
  ['the port that https has anyway', (message) => message.replace(/^app.example.org/, 'app.example.org:443'), '200 ok'],
  [
    'this machine as the domain',
    (message) => message.replace(/^app.example.org/, 'localhost:3000').replace(/URI: .*/, 'URI: http://localhost:3000/'),
    '401 siwe-domain',
  ],
  ['a URI of another page', (message) => message.replace('URI: https://app.example.org', 'URI: https://evil.org'), '401 siwe-uri'],
  ['a URI with a user', (message) => message.replace('URI: https://app', 'URI: https://a:b@app'), '401 siwe-uri'],
  ['a URI without encryption', (message) => message.replace('URI: https', 'URI: http'), '401 siwe-uri'],
  ['a chain that nobody knows', (message) => message.replace('Chain ID: 137', 'Chain ID: 999999999'), '401 siwe-chain'],
  [
    'a time of issue that is too old',
    (message) => message.replace(/Issued At: .*/, `Issued At: ${iso(NOW - 601 * SECOND)}`),
    '401 siwe-issued-at',
  ],
  [
    'a time of issue in the future',
    (message) => message.replace(/Issued At: .*/, `Issued At: ${iso(NOW + 61 * SECOND)}`),
    '401 siwe-issued-at',
  ],
  ['a clock that is a minute ahead', (message) => message.replace(/Issued At: .*/, `Issued At: ${iso(NOW + 60 * SECOND)}`), '200 ok'],
  ['an end that was now', (message) => `${message}\nExpiration Time: ${iso(NOW)}`, '401 siwe-expired'],
  ['an end in a second', (message) => `${message}\nExpiration Time: ${iso(NOW + SECOND)}`, '200 ok'],
  ['a start in a second', (message) => `${message}\nNot Before: ${iso(NOW + SECOND)}`, '401 siwe-not-yet-valid'],
  ['an address in lowercase', (message) => message.replace(/0x\w{40}/, (address) => address.toLowerCase()), '400 siwe-malformed'],
  [
    'the wrong case of one letter',
    (message) => message.replace(/0x(\w*?)([a-f])/, (_, before, letter) => `0x${before}${letter.toUpperCase()}`),
    '400 siwe-malformed',
  ],
  ['a nonce of somebody else', (message) => message.replace(/Nonce: .*/, `Nonce: ${'a1'.repeat(30)}`), '401 siwe-nonce-wrong'],
  [
    'a nonce that was changed',
    (message) => message.replace(/(Nonce: .*)(.)/, (_, before, last) => `${before}${last === '0' ? '1' : '0'}`),
    '401 siwe-nonce-wrong',
  ],
  [
    'a nonce in capitals',
    (message) => message.replace(/Nonce: (.*)/, (_, nonce) => `Nonce: ${nonce.toUpperCase()}A`),
    '401 siwe-nonce-wrong',
  ],
])('%s', async (_, change, expected) => {
  const node = await startNode();
  expect(outcome(await node.signIn(alice, change))).toBe(expected);
});

test('no message that breaks the grammar is accepted, signed or not', async () => {
  const node = await startNode();
  for (const [, message] of malformed) {
    const answer = outcome(await node.verify(message, await signAs(alice, message)));
    expect([answer, message.length > 4_096]).toEqual(message.length > 4_096 ? ['400 invalid-input', true] : ['400 siwe-malformed', false]);
  }
});

test('a nonce works once, for five minutes', async () => {
  const node = await startNode();
  const [early, late] = [await node.nonce(), await node.nonce()];
  const first = messageOf({ address: alice.address, nonce: early });
  const signature = await signAs(alice, first);
  expect(outcome(await node.verify(first, signature))).toBe('200 ok');
  expect(outcome(await node.verify(first, signature))).toBe('401 siwe-nonce-used');
  const other = messageOf({ address: ADMIN.address, nonce: early });
  expect(outcome(await node.verify(other, await signAs(ADMIN, other)))).toBe('401 siwe-nonce-used');
  node.clock.ms += 300 * SECOND;
  const second = messageOf({ address: alice.address, nonce: late });
  expect(outcome(await node.verify(second, await signAs(alice, second)))).toBe('401 siwe-nonce-expired');
});

test('a message that is refused for its signature uses no nonce up', async () => {
  const node = await startNode();
  const message = messageOf({ address: alice.address, nonce: await node.nonce() });
  expect(outcome(await node.verify(message, await signAs(ADMIN, message)))).toBe('401 siwe-signature');
  expect(outcome(await node.verify(message, await signAs(alice, `${message} `)))).toBe('401 siwe-signature');
  expect(outcome(await node.verify(message, `0x${'00'.repeat(65)}`))).toBe('401 siwe-signature');
  expect(outcome(await node.verify(message, '0x'))).toBe('400 invalid-input');
  expect(outcome(await node.verify(message, await signAs(alice, message)))).toBe('200 ok');
});

test('the second form of a signature (a high s) is refused', async () => {
  const node = await startNode();
  const message = messageOf({ address: alice.address, nonce: await node.nonce() });
  const signature = await signAs(alice, message);
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  const high = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
  expect(outcome(await node.verify(message, high))).toBe('401 siwe-signature');
  expect(outcome(await node.verify(message, signature))).toBe('200 ok');
});

test('a contract wallet signs in when it says yes, and not when it says no or does not answer', async () => {
  const longSignature = `0x${'ab'.repeat(130)}`;
  const attempt = async (answer: () => Promise<string>) => {
    const node = await startNode({ answer });
    return outcome(await node.verify(messageOf({ address: SAFE, nonce: await node.nonce() }), longSignature));
  };
  expect(await attempt(async () => '0x01')).toBe('200 ok');
  for (const no of ['0x00', '0x', '0x02']) expect(await attempt(async () => no)).toBe('401 siwe-signature');
});

test('of 20 requests with one message on two nodes, one opens a session', async () => {
  const one = await startNode();
  const two = await startNode({ records: one.records, clock: one.clock });
  const message = messageOf({ address: alice.address, nonce: await one.nonce() });
  const signature = await signAs(alice, message);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).verify(message, signature)));
  expect(answers.map(outcome).filter((answer) => answer === '200 ok')).toHaveLength(1);
  expect(answers.map(outcome).filter((answer) => answer === '401 siwe-nonce-used')).toHaveLength(19);
});

test('a nonce of one node is used at another, also of one whose clock is behind', async () => {
  const one = await startNode();
  const behind = await startNode({ records: one.records, clock: clockAt(NOW - 50 * SECOND) });
  const message = messageOf({ address: alice.address, nonce: await one.nonce(), nowMs: NOW });
  expect(outcome(await behind.verify(message, await signAs(alice, message)))).toBe('200 ok');
  expect(outcome(await one.verify(message, await signAs(alice, message)))).toBe('401 siwe-nonce-used');
});

test('asking for nonces leaves nothing behind', async () => {
  const node = await startNode();
  const nonces = new Set(await Promise.all(Array.from({ length: 200 }, node.nonce)));
  expect(nonces.size).toBe(200);
  for (const { rows } of node.strangers?.rows ?? []) expect(await rows.count({})).toBe(0);
});

test('where the operator names no pages, nobody can sign in; on the devnet alone pages of this machine are enough', async () => {
  const closed = await startNode({ env: { AUTH_ORIGINS: '' } });
  expect(outcome(await closed.ask('POST', '/auth/nonce'))).toBe('503 sign-in-off');
  const local = await startNode({ env: { AUTH_ORIGINS: '', DEVNET: '1' } });
  const here = (message: string) =>
    message.replace(/^app.example.org/, 'localhost:5173').replace('https://app.example.org', 'http://localhost:5173');
  expect(outcome(await local.signIn(alice, here))).toBe('200 ok');
  expect(outcome(await local.signIn())).toBe('401 siwe-domain');
  const elsewhere = await local.signIn(alice, (message) => here(message).replace('URI: http://localhost:5173', 'URI: http://localhost:9'));
  expect(elsewhere).toMatchObject({
    code: 'siwe-uri',
    message: expect.stringContaining('https://localhost:5173 or http://localhost:5173'),
  });
  const shared = await startNode({ env: { AUTH_ORIGINS: '', CORS_ORIGINS: 'https://app.example.org' } });
  expect(outcome(await shared.signIn())).toBe('200 ok');
});

test('an admin can close and open the sign-in', async () => {
  const node = await startNode();
  const { refreshToken } = await node.signedIn();
  await node.settings.set('sign_in_open', false, 'alice');
  expect(outcome(await node.ask('POST', '/auth/nonce'))).toBe('503 sign-in-off');
  expect(outcome(await node.ask('POST', '/auth/refresh', { body: { refreshToken } }))).toBe('503 sign-in-off');
  await node.settings.set('sign_in_open', true, 'alice');
  expect(outcome(await node.ask('POST', '/auth/refresh', { body: { refreshToken } }))).toBe('200 ok');
});
