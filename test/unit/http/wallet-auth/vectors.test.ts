import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { signaturesPage, signatureVectors, withVectors } from '../../../../scripts/signature-vectors.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { canonicalJson } from '../../../../src/values/canonical-json.ts';
import { alice, outcomeOf, walletAuthOver } from './signing.ts';

const page = readFileSync(signaturesPage, 'utf8');
const { requests, policy } = await signatureVectors();

test('the vectors in the docs match what is signed (else run: bun scripts/signature-vectors.ts)', async () => {
  expect(await withVectors(page)).toBe(page);
});

test.each([...requests])('the service accepts the vector "$name" of the docs', async ({ action, canonical, signature, body }) => {
  expect(page).toContain(canonical);
  const timestampMs = body.timestamp < 1e11 ? body.timestamp * 1000 : body.timestamp;
  const clock = { now: () => timestampMs };
  const auth = walletAuthOver(createMemoryRecordStore({ clock }), clock);
  const ask = (sent: object) => outcomeOf(auth.verifyWalletRequest({ action, body: sent }));
  const read: object = JSON.parse(canonical);
  const backwards = Object.fromEntries(Object.entries(read).reverse());
  expect(await ask({ ...read, extra: 1, signature })).toBe('401 signature-mismatch');
  expect(await ask({ signature, ...backwards })).toBe(alice.address);
});

test("the helper's canonical text is the service's own", () => {
  for (const { body, canonical } of requests) expect(canonicalJson(body)).toBe(canonical);
  expect(canonicalJson(policy.policy)).toBe(policy.canonical);
});

test('a client written only against the document gets the same digests', () => {
  for (const { canonical, digest, message, action, body } of requests) {
    expect(new Bun.CryptoHasher('sha256').update(canonical).digest('hex')).toBe(digest);
    expect(message).toBe(`Svc ${action} ${digest} ${body.timestamp}`);
  }
});
