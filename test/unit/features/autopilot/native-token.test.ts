import { expect, test } from 'bun:test';
import { createPreparePolicy } from '../../../../src/features/autopilot/prepare-policy.ts';
import { InvalidInputError } from '../../../../src/values/errors/invalid-input-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { NATIVE_SENTINELS } from '../../../../src/values/native.ts';
import { document } from './sample-policy.ts';

const wrappedNative = `0x${'7'.repeat(40)}`;
const prepare = createPreparePolicy({
  networks: { requireShown: async () => ({}) as never, get: async () => ({ show: true, contracts: { wrappedNative } }) as never },
  tokens: { findMany: async () => new Map() },
  prices: { priceOf: async () => ({ price: null, reason: 'no-source' }) as never },
  keccak256OfText: () => parseHash(`0x${'1'.repeat(64)}`),
  clock: { now: () => 1_700_000_000_000 },
});

test('the native coin in a policy is refused, and the token to use instead is named', async () => {
  for (const native of NATIVE_SENTINELS) {
    const error = await prepare.validate({ ...document, allowTokens: [...document.allowTokens, native] }, 'body.policy').then(
      () => null,
      (refusal: unknown) => refusal,
    );
    if (!(error instanceof InvalidInputError)) throw new Error(`expected a refusal, got ${error}`);
    const refused = error.problems.find(({ code }) => code === 'native-token');
    expect(refused?.path).toBe(`body.policy.allowTokens.${document.allowTokens.length}`);
    expect(refused?.message).toBe(`A vault holds ERC-20 tokens only. Use the wrapped native token, ${wrappedNative}.`);
  }
});
