import type { AgentToken, AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import type { Token } from '../tokens/token.ts';
import { checkPolicyTokens } from './check-policy-tokens.ts';
import { type Keccak256OfText, policyHashOf } from './policy-hash.ts';
import { type ResolvedLimits, resolveLimits } from './resolve-limits.ts';
import { validatePolicy } from './validate-policy.ts';

export type ValidPolicy = {
  readonly policy: AutopilotPolicy;
  readonly policyHash: Hash;
  readonly budgetToken: Token;
  /** By token: all of `allowTokens`. */
  readonly tokens: Readonly<Record<string, AgentToken>>;
};
export type PreparedPolicy = ValidPolicy & { readonly limits: ResolvedLimits };

/** Reads a policy document to the end: called, both steps at once. */
export type PreparePolicy = ((document: unknown) => Promise<PreparedPolicy>) & {
  /** @throws InvalidInputError with all problems; TerminalError 404 `chain-not-found` */
  validate(document: unknown): Promise<ValidPolicy>;
  /** @throws TerminalError 422 as `resolveLimits` */
  resolve(valid: ValidPolicy): Promise<PreparedPolicy>;
};

export function createPreparePolicy(deps: {
  networks: Pick<Networks, 'requireShown'>;
  tokens: Pick<Tokens, 'findMany'>;
  prices: Pick<Prices, 'priceOf'>;
  keccak256OfText: Keccak256OfText;
  clock: Clock;
}): PreparePolicy {
  const { networks, tokens, prices, keccak256OfText, clock } = deps;

  async function validate(document: unknown): Promise<ValidPolicy> {
    const validation = validatePolicy(document, { nowMs: clock.now() });
    if (!validation.ok) throw invalid(validation.problems);
    const { policy } = validation;
    await networks.requireShown(policy.chainId);
    const found = await tokens.findMany(policy.allowTokens.map((address) => ({ chainId: policy.chainId, address })));
    const listed = new Map([...found.values()].map((token) => [token.address.toLowerCase(), token]));
    const problems = checkPolicyTokens(policy, listed);
    const budgetToken = listed.get(policy.budgetToken);
    if (problems.length > 0 || budgetToken === undefined) throw invalid(problems);
    const named = [...listed].map(([address, { symbol, decimals }]) => [address, { symbol, decimals }] as const);
    return { policy, policyHash: policyHashOf(policy, keccak256OfText), budgetToken, tokens: Object.fromEntries(named) };
  }

  async function resolve(valid: ValidPolicy): Promise<PreparedPolicy> {
    return { ...valid, limits: await resolveLimits(valid.policy, valid.budgetToken, prices) };
  }

  return Object.assign(async (document: unknown) => resolve(await validate(document)), { validate, resolve });
}

function invalid(problems: ConstructorParameters<typeof InvalidInputError>[0]): InvalidInputError {
  return new InvalidInputError(problems, { code: 'invalid-policy' });
}
