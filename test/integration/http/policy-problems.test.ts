import { expect, test } from 'bun:test';
import type { AutopilotService } from '../../../src/features/autopilot/create-autopilot-service.ts';
import { createPreparePolicy } from '../../../src/features/autopilot/prepare-policy.ts';
import { createAutopilotRoutes } from '../../../src/features/autopilot/routes/autopilot-routes.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { InvalidInputError, type Problem } from '../../../src/values/errors/invalid-input-error.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { document } from '../../unit/features/autopilot/sample-policy.ts';
import { startTestServer } from './start-test-server.ts';

const { validate } = createPreparePolicy({
  networks: { requireShown: async () => ({}) as never, get: async () => null },
  tokens: { findMany: async () => new Map() },
  prices: { priceOf: async () => ({ price: null, reason: 'no-source' }) as never },
  keccak256OfText: () => parseHash(`0x${'1'.repeat(64)}`),
  clock: { now: () => 1_700_000_000_000 },
});

/** Explains an invalid policy in the same way as the service, with the policy's own validation. */
async function explainInvalid(policy: unknown, at: string, problems: readonly Problem[]): Promise<InvalidInputError> {
  const error = await validate(policy, at).catch((refusal: unknown) => refusal);
  return new InvalidInputError([...problems, ...(error instanceof InvalidInputError ? error.problems : [])]);
}

test.each([
  ['preview', 'policyDraft', { depositAmount: '1e3' }, 'body.depositAmount'],
  ['create', 'policy', { policyHash: '0x', depositAmount: '1e3' }, 'body.depositAmount'],
  ['update/x', 'policy', { policyHash: 5 }, 'body.policyHash'],
])(
  '%s answers with the problems of its body and of its policy at once, all with the path of the member',
  async (path, member, rest, other) => {
    const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
    const autopilot = { explainInvalid, chainIdOf: async () => undefined } as Partial<AutopilotService> as AutopilotService;
    const routes = createAutopilotRoutes({ autopilot, auth: { verifyWalletRequest: async () => wallet } });
    await using server = startTestServer({ resources: [routes] });
    const signed = { wallet, timestamp: 1, signature: '0x' };
    const body = { ...signed, ...rest, [member]: { ...document, slippageBps: 5, limits: { ...document.limits, maxPerTradeUsd: -1 } } };
    const response = await fetch(`${server.url}/api/defi/autopilot/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { errors } = (await response.json()) as { errors: { problems: readonly Problem[] } };
    expect(response.status).toBe(400);
    const paths = errors.problems.map((problem) => problem.path);
    expect(paths).toEqual(expect.arrayContaining([other, `body.${member}.slippageBps`, `body.${member}.limits.maxPerTradeUsd`]));
    expect(paths.filter((one) => !one.startsWith('body.'))).toEqual([]);
  },
);
