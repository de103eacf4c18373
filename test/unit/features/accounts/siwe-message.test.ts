import { expect, test } from 'bun:test';
import { privateKeyToAddress } from 'viem/accounts';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { readSiweMessage, writeSiweMessage } from '../../../../src/features/accounts/siwe/read-siwe-message.ts';
import { fc } from '../../../support/seeded-fast-check.ts';
import { malformed, WHOLE, wellFormed } from './siwe-vectors.ts';

test('the fields of the example of EIP-4361 are read', () => {
  expect(readSiweMessage(WHOLE)).toEqual({
    ...{ scheme: null, domain: 'example.com', addressText: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', chainId: 1, nonce: '32891756' },
    ...{ statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos', uri: 'https://example.com/login' },
    issuedAt: { text: '2021-09-30T16:25:24Z', atMs: Date.UTC(2021, 8, 30, 16, 25, 24) },
    ...{ expirationTime: null, notBefore: null, requestId: null },
    resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'https://example.com/my-web2-claim.json'],
  });
});

test.each([...wellFormed])('a message with %s is read, and written again as it was', (_, message) => {
  const read = readSiweMessage(message);
  if ('problem' in read) throw new Error(read.problem);
  expect(writeSiweMessage(read)).toBe(message);
});

test('at least 40 kinds of broken messages are known', () => expect(malformed.length).toBeGreaterThanOrEqual(40));

test.each([...malformed])('a message with %s is refused', (_, message) => {
  expect(readSiweMessage(message)).toEqual({ problem: expect.any(String) });
});

test('most of these pass a reader that searches for the fields, so that it cannot be used alone', () => {
  const passed = malformed.filter(([, message]) => parseSiweMessage(message).nonce !== undefined);
  expect(passed.length).toBeGreaterThan(20);
});

test("another library's messages are read, with the same fields", () => {
  const address = privateKeyToAddress(`0x${'7'.repeat(64)}`);
  const text = fc.stringMatching(/^[a-zA-Z0-9 ,.:/?-]{1,40}$/).filter((one) => one.trim() !== '');
  const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms));
  const message = fc.record(
    {
      ...{ statement: text, expirationTime: time, notBefore: time, requestId: fc.stringMatching(/^[a-z0-9]{1,20}$/) },
      ...{ scheme: fc.constantFrom('http', 'https'), resources: fc.array(fc.webUrl(), { minLength: 1, maxLength: 5 }) },
      ...{ nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/), chainId: fc.integer({ min: 1, max: 1_000_000 }), issuedAt: time },
    },
    { requiredKeys: ['nonce', 'chainId', 'issuedAt'] },
  );
  fc.assert(
    fc.property(message, (fields) => {
      const written = createSiweMessage({
        ...fields,
        address,
        domain: 'app.example.org:8443',
        uri: 'https://app.example.org:8443/',
        version: '1',
      });
      const read = readSiweMessage(written);
      if ('problem' in read) throw new Error(`${read.problem}: ${written}`);
      expect(writeSiweMessage(read)).toBe(written);
      expect([read.nonce, read.chainId, read.issuedAt.atMs]).toEqual([fields.nonce, fields.chainId, fields.issuedAt.getTime()]);
      expect(read.expirationTime?.atMs).toBe(fields.expirationTime?.getTime());
      expect(read.resources).toEqual(fields.resources ?? []);
    }),
  );
});
