import { expect, test } from 'bun:test';
import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { alice, bob, NOW, outcomeOf, signAs, signedPause, walletAuthOver } from './signing.ts';

const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const clockAt = { now: () => NOW };
const authNow = () => walletAuthOver(createMemoryRecordStore({ clock: clockAt }));
const asked = (body: unknown, action: 'autopilot-pause' | 'autopilot-resume' = 'autopilot-pause') =>
  outcomeOf(authNow().verifyWalletRequest({ action, body }));

test('the wallet that signed comes back in lowercase, however the body writes it', async () => {
  expect(await asked(await signedPause())).toBe(alice.address);
  expect(await asked(await signedPause({ wallet: alice.address.toUpperCase() }))).toBe(alice.address);
  expect(await asked(await signedPause({ wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }))).toBe(alice.address);
});

test('members may be sent in any order: the digest is over the canonical text', async () => {
  const { signature, wallet, timestamp, ...payload } = await signedPause();
  expect(await asked(JSON.parse(JSON.stringify({ signature, timestamp, wallet, ...payload })))).toBe(alice.address);
});

test('a digest over keys in another order than the canonical one fails', async () => {
  const body = { agentId: 'a-1', wallet: alice.address, timestamp: NOW };
  const wrongOrder = JSON.stringify({ wallet: body.wallet, agentId: body.agentId, timestamp: body.timestamp });
  const digest = new Bun.CryptoHasher('sha256').update(wrongOrder).digest('hex');
  const signature = await signAs(alice)(`Svc autopilot-pause ${digest} ${NOW}`);
  expect(await asked({ ...body, signature })).toBe('401 signature-mismatch');
});

test.each([
  ['a changed member', { agentId: 'a-2' }],
  ['a member more', { note: 'x' }],
  ['another timestamp', { timestamp: NOW + 1 }],
  ['another casing of the wallet', { wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['the wallet of somebody else', { wallet: bob.address }],
])('%s fails', async (_, change) => {
  expect(await asked({ ...(await signedPause()), ...change })).toBe('401 signature-mismatch');
});

test('a compact signature (EIP-2098), and one that begins with 0X, are the same signature in another form', async () => {
  const compact = async (message: string) =>
    serializeCompactSignature(signatureToCompactSignature(parseSignature(await signAs(alice)(message))));
  expect(await asked(await signedPause({ sign: compact }))).toBe(alice.address);
  const shouted = async (message: string) => `0X${(await signAs(alice)(message)).slice(2)}` as `0x${string}`;
  expect(await asked(await signedPause({ sign: shouted, timestamp: NOW + 1 }))).toBe(alice.address);
});

test('a signature for one action is invalid for another, and under another brand', async () => {
  expect(await asked(await signedPause(), 'autopilot-resume')).toBe('401 signature-mismatch');
  expect(await asked(await signedPause({ brand: 'Other' }))).toBe('401 signature-mismatch');
  expect(await asked(await signedPause({ sign: signAs(bob) }))).toBe('401 signature-mismatch');
});

test('null cannot be replaced by a number that JSON cannot express', async () => {
  const body = await signedPause({ payload: { agentId: 'a-1', most: null } });
  const swapped: unknown = JSON.parse(JSON.stringify(body).replace('"most":null', '"most":1e999'));
  expect(await asked(swapped)).toBe('401 signature-malformed');
});

test.each([
  ['no body', undefined, 'missing'],
  ['a list', [], 'malformed'],
  ['text', 'signed', 'malformed'],
  ['no wallet', { timestamp: NOW, signature: '0x00' }, 'missing'],
  ['a wallet that is no address', { wallet: '0x12', timestamp: NOW, signature: '0x00' }, 'malformed'],
  ['the zero address', { wallet: `0x${'0'.repeat(40)}`, timestamp: NOW, signature: `0x${'0'.repeat(130)}` }, 'malformed'],
  ['no timestamp', { wallet: alice.address, signature: '0x00' }, 'missing'],
  ['a timestamp with a fraction', { wallet: alice.address, timestamp: NOW + 0.5, signature: '0x00' }, 'malformed'],
  ['a timestamp in exponent notation', { wallet: alice.address, timestamp: '1e12', signature: '0x00' }, 'malformed'],
  ['a negative timestamp', { wallet: alice.address, timestamp: -NOW, signature: '0x00' }, 'malformed'],
  ['no signature', { wallet: alice.address, timestamp: NOW }, 'missing'],
  ['an empty signature', { wallet: alice.address, timestamp: NOW, signature: '0x' }, 'malformed'],
  ['a signature that is no hex', { wallet: alice.address, timestamp: NOW, signature: '0xzz' }, 'malformed'],
  ['a signature of odd length', { wallet: alice.address, timestamp: NOW, signature: '0x123' }, 'malformed'],
  ['a signature that is a number', { wallet: alice.address, timestamp: NOW, signature: 1 }, 'malformed'],
  ['a signature of a megabyte', { wallet: alice.address, timestamp: NOW, signature: `0x${'00'.repeat(500_000)}` }, 'malformed'],
])('%s is refused with a code of its own', async (_, body, what) => {
  expect(await asked(body)).toBe(`401 signature-${what}`);
});

test('signatures that no key can make are refused', async () => {
  for (const signature of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'11'.repeat(64)}`, '0x01']) {
    expect(await asked({ ...(await signedPause()), signature })).toBe('401 signature-mismatch');
  }
});

test('the window is five minutes to both sides, to the millisecond', async () => {
  for (const off of [-300_000, 300_000]) expect(await asked(await signedPause({ timestamp: NOW + off }))).toBe(alice.address);
  for (const off of [-300_001, 300_001]) expect(await asked(await signedPause({ timestamp: NOW + off }))).toBe('401 signature-expired');
});

test('a timestamp in seconds is read as such, and stands in the message as it was sent', async () => {
  expect(await asked(await signedPause({ timestamp: NOW / 1000 }))).toBe(alice.address);
  expect(await asked(await signedPause({ timestamp: NOW / 1000 - 301 }))).toBe('401 signature-expired');
});

test('a signature is valid for one request, also beside another one, and also in its malleated form', async () => {
  const auth = authNow();
  const body = await signedPause();
  const ask = (sent: object) => outcomeOf(auth.verifyWalletRequest({ action: 'autopilot-pause', body: sent }));
  expect(await ask(body)).toBe(alice.address);
  expect(await ask(body)).toBe('401 signature-replayed');
  expect(await ask({ ...body, signature: body.signature.toUpperCase().replace('0X', '0x') })).toBe('401 signature-replayed');
  expect(await ask({ ...body, signature: malleated(body.signature) })).toBe('401 signature-replayed');
  expect(await ask(await signedPause({ timestamp: NOW + 1 }))).toBe(alice.address);
});

test('the malleated form of an unused signature is accepted in its place, once', async () => {
  const auth = authNow();
  const body = await signedPause();
  const ask = (signature: string) => outcomeOf(auth.verifyWalletRequest({ action: 'autopilot-pause', body: { ...body, signature } }));
  expect(await ask(malleated(body.signature))).toBe(alice.address);
  expect(await ask(body.signature)).toBe('401 signature-replayed');
});

test('a request with a refused signature uses nothing up', async () => {
  const auth = authNow();
  const body = await signedPause();
  const ask = (sent: object) => outcomeOf(auth.verifyWalletRequest({ action: 'autopilot-pause', body: sent }));
  expect(await ask({ ...body, signature: await signAs(bob)('anything') })).toBe('401 signature-mismatch');
  expect(await ask(body)).toBe(alice.address);
});

test('a signature made ahead of time is kept for as long as any clock might take it', async () => {
  let now = NOW;
  const clock = { now: () => now };
  const auth = walletAuthOver(createMemoryRecordStore({ clock }), clock);
  const body = await signedPause({ timestamp: NOW + 300_000 });
  const ask = () => outcomeOf(auth.verifyWalletRequest({ action: 'autopilot-pause', body }));
  expect(await ask()).toBe(alice.address);
  now = NOW + 600_000;
  expect(await ask()).toBe('401 signature-replayed');
  now = NOW + 600_001;
  expect(await ask()).toBe('401 signature-expired');
});

/** Computes the second valid ECDSA signature of the same text by the same key: `s` becomes n - s, and `v` the other value. */
function malleated(signature: string): string {
  const s = SECP256K1_ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.slice(130) === '1b' ? '1c' : '1b';
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}
