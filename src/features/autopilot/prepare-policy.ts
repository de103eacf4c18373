import type { Networks } from '../../market/networks/create-networks.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import { type Address, type ByAddress, isAddress } from '../../values/address.ts';
import type { AgentToken, AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import type { Hash } from '../../values/hash.ts';
import { checkPolicyTokens, unlistedAt } from './check-policy-tokens.ts';
import { type Keccak256OfText, policyHashOf } from './policy-hash.ts';
import { type ResolvedLimits, resolveLimits } from './resolve-limits.ts';
import { validatePolicy } from './validate-policy.ts';

export type ValidPolicy = {
  readonly policy: AutopilotPolicy;
  readonly policyHash: Hash;
  readonly budgetToken: Token;
  /** Symbol and decimals of all tokens in the policy's `allowTokens`, by token address. */
  readonly tokens: ByAddress<AgentToken>;
};
export type PreparedPolicy = ValidPolicy & { readonly limits: ResolvedLimits };

/** Validates policy documents and resolves their limits. */
export type PreparePolicy = {
  /**
   * Validates a policy document.
   * @param at the document's path in the request, with which the paths of its problems begin (`body.policy`); empty for a file
   * @throws InvalidInputError with all problems; TerminalError 404 `chain-not-found`
   */
  validate(document: unknown, at: string): Promise<ValidPolicy>;
  /**
   * Converts the limits of a valid policy from dollars to tokens.
   * @throws TerminalError 422, the errors of `resolveLimits`
   */
  resolve(valid: ValidPolicy): Promise<PreparedPolicy>;
};

export function createPreparePolicy(deps: {
  networks: Pick<Networks, 'requireShown' | 'get'>;
  tokens: Pick<Tokens, 'findMany'>;
  prices: Pick<Prices, 'priceOf'>;
  keccak256OfText: Keccak256OfText;
  clock: Clock;
}): PreparePolicy {
  const { networks, tokens, prices, keccak256OfText, clock } = deps;

  async function validate(document: unknown, at: string): Promise<ValidPolicy> {
    const validation = validatePolicy(document, { nowMs: clock.now() });
    if (!validation.ok)
      throw invalid(at, [...(await withWrapped(document, validation.problems)), ...(await unlistedIn(document, validation.problems))]);
    const { policy } = validation;
    await networks.requireShown(policy.chainId);
    const found = await tokens.findMany(policy.allowTokens.map((address) => ({ chainId: policy.chainId, address })));
    const listed = new Map([...found.values()].map((token) => [token.address.toLowerCase(), token]));
    const problems = checkPolicyTokens(policy, listed);
    const budgetToken = listed.get(policy.budgetToken);
    if (problems.length > 0 || budgetToken === undefined) throw invalid(at, problems);
    const named = [...listed].map(([address, { symbol, decimals }]) => [address, { symbol, decimals }] as const);
    return { policy, policyHash: policyHashOf(policy, keccak256OfText), budgetToken, tokens: Object.fromEntries(named) };
  }

  /** When a problem of a policy is about the native asset, adds the name of the wrapped token that can be used instead. */
  async function withWrapped(document: unknown, problems: readonly Problem[]): Promise<readonly Problem[]> {
    const { chainId } = namedIn(document);
    const network = chainId === null || !problems.some(({ code }) => code === 'native-token') ? null : await networks.get(chainId);
    const wrapped = network?.contracts.wrappedNative ?? null;
    if (wrapped === null) return problems;
    return problems.map((problem) =>
      problem.code === 'native-token' ? { ...problem, message: problem.message.replace(/\.$/, `, ${wrapped}.`) } : problem,
    );
  }

  /**
   * Returns additional problems for a policy document that is invalid for other reasons: its tokens that are not listed. Tokens whose
   * addresses cannot be parsed are not checked.
   */
  async function unlistedIn(document: unknown, problems: readonly Problem[]): Promise<readonly Problem[]> {
    const { chainId, allowTokens } = namedIn(document);
    if (chainId === null || allowTokens.length === 0 || (await networks.get(chainId))?.show !== true) return [];
    const found = await tokens.findMany(allowTokens.map(({ address }) => ({ chainId, address })));
    const listed = new Set([...found.values()].map(({ address }) => address.toLowerCase()));
    const known = new Set(problems.map(({ path }) => path));
    return allowTokens.flatMap(({ path, address }) => (listed.has(address) || known.has(path) ? [] : [unlistedAt(path, address, chainId)]));
  }

  async function resolve(valid: ValidPolicy): Promise<PreparedPolicy> {
    return { ...valid, limits: await resolveLimits(valid.policy, valid.budgetToken, prices) };
  }

  return { validate, resolve };
}

/** Maximum number of tokens of a policy. */
const MOST_TOKENS = 20;

function namedIn(document: unknown): {
  readonly chainId: number | null;
  readonly allowTokens: readonly { readonly path: string; readonly address: Address }[];
} {
  const { chainId, allowTokens }: Record<string, unknown> = typeof document === 'object' && document !== null ? { ...document } : {};
  const items: readonly unknown[] = Array.isArray(allowTokens) ? allowTokens.slice(0, MOST_TOKENS) : [];
  return {
    chainId: typeof chainId === 'number' && Number.isSafeInteger(chainId) ? chainId : null,
    allowTokens: items.flatMap((item, index) => {
      const address = typeof item === 'string' ? item.toLowerCase() : '';
      return isAddress(address) ? [{ path: `allowTokens.${index}`, address }] : [];
    }),
  };
}

function invalid(at: string, problems: readonly Problem[]): InvalidInputError {
  const inRequest = problems.map(({ path, ...rest }) => ({ path: [at, path].filter((part) => part !== '').join('.'), ...rest }));
  return new InvalidInputError(inRequest, { code: 'invalid-policy' });
}
