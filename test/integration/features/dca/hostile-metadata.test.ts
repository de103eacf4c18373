import { afterAll, beforeAll, expect, test } from 'bun:test';
import { concatHex, type Hex, numberToHex, stringToHex } from 'viem';
import { alice, bob, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

// Tests positions whose tokens are arbitrary contracts. In the past, a token whose `decimals()` returned 500,000,000 hung the process.
// Tokens that returned 2^53 - 1 or burned all gas stopped the chain's follower for all positions.

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture();
});
afterAll(() => dca[Symbol.asyncDispose]());

const [ANSWER, REVERT, BURN_GAS] = [0, 1, 2];
const word = (value: bigint | number): Hex => numberToHex(value, { size: 32 });
const hostile: readonly (readonly [mode: number, answer: Hex])[] = [
  [ANSWER, word(78)],
  [ANSWER, word(256)],
  [ANSWER, word(500_000_000)],
  [ANSWER, word(2n ** 53n - 1n)],
  [ANSWER, word(2n ** 256n - 1n)],
  [ANSWER, stringToHex('eighteen', { size: 32 })],
  [ANSWER, '0x'],
  [ANSWER, '0x12'],
  [ANSWER, concatHex([word(32), word(4_000), `0x${'61'.repeat(4_000)}`])],
  [REVERT, '0x'],
  [BURN_GAS, '0x'],
];

test('a token with hostile metadata affects only its own position', async () => {
  for (const [mode, answer] of hostile) {
    const { address } = await dca.deploy('OddMetadataToken', [mode, answer]);
    await dca.open({ owner: bob, to: address, amount: usdc(30), frequency: 3, interval: 180 });
  }
  const positionId = await dca.open({ amount: usdc(300), frequency: 3, interval: 180 });
  await dca.tick();
  const records = await dca.recordsOf(bob.address);
  expect(records).toHaveLength(hostile.length);
  expect((await dca.recordsOf(alice.address))[0]).toMatchObject({ status: 'success', positionId });
  await dca.tick();
  expect((await dca.recordsOf(alice.address))[0]).toMatchObject({ processed: 1 });
}, 120_000);
