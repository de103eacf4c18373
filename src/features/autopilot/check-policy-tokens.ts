import type { Token } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import type { AutopilotPolicy, Strategy } from '../../values/autopilot/policy.ts';
import type { Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseAmount } from '../../values/parse-amount.ts';

/** The listed tokens of the policy's chain, by lowercase address. */
export type PolicyTokens = ReadonlyMap<string, Token>;

/**
 * Checks a policy against the records of its tokens: each token is listed; each token whose price a strategy or a drawdown needs has a
 * `cmcId`, by which its price is found (domain.md, "Prices"); and no amount is less than one base unit, because digits beyond the token's
 * decimals are truncated. Returns all problems at once. The policy must have passed `validatePolicy` before.
 */
export function checkPolicyTokens(policy: AutopilotPolicy, tokens: PolicyTokens): readonly Problem[] {
  const unlisted = policy.allowTokens.flatMap((token, index) =>
    tokens.has(token) ? [] : [unlistedAt(`allowTokens.${index}`, token, policy.chainId)],
  );
  return [
    ...unlisted,
    ...policy.strategies.flatMap((strategy, index) => problemsOf(strategy, `strategies.${index}`, policy, tokens)),
    ...drawdownProblems(policy, tokens),
  ];
}

/**
 * A drawdown is computed from the value of all tokens of the policy. If one token had no price, the drawdown would always be unknown, and
 * purchases would never be stopped.
 */
function drawdownProblems({ protections, allowTokens }: AutopilotPolicy, tokens: PolicyTokens): readonly Problem[] {
  if (protections?.maxDrawdownBps === undefined) return [];
  return allowTokens.flatMap((token): Problem[] => {
    const record = tokens.get(token);
    if (record === undefined || record.cmcId !== undefined) return [];
    const message = `A drawdown limit needs the prices of all tokens, but ${record.symbol} (${token}) has no price source (cmcId).`;
    return [{ path: 'protections.maxDrawdownBps', code: 'token-without-price', message }];
  });
}

function problemsOf(strategy: Strategy, path: string, policy: AutopilotPolicy, tokens: PolicyTokens): readonly Problem[] {
  const unpriced = pricedTokens(strategy, policy.budgetToken).flatMap(({ name, token }): Problem[] => {
    const record = tokens.get(token);
    // A token that is not listed is reported only once, for the policy's list `allowTokens`.
    if (record === undefined || record.cmcId !== undefined) return [];
    const message = `A ${strategy.type} strategy needs the price of ${record.symbol} (${token}), which has no price source (cmcId).`;
    return [{ path: name === '' ? path : `${path}.${name}`, code: 'token-without-price', message }];
  });
  return [...unpriced, ...amountProblems(strategy, path, tokens.get(policy.budgetToken))];
}

/** Lists the tokens whose prices a strategy needs. The budget token is included when the strategy measures a cost or a value in it. */
function pricedTokens(strategy: Strategy, budgetToken: Address): readonly { readonly name: string; readonly token: Address }[] {
  switch (strategy.type) {
    case 'dca':
      return [];
    case 'dip_buy':
      return [{ name: 'tokenOut', token: strategy.tokenOut }];
    case 'take_profit':
      return exitTokens(strategy.token, strategy.gainBps !== undefined, budgetToken);
    case 'stop_loss':
      return exitTokens(strategy.token, strategy.lossBps !== undefined, budgetToken);
    case 'rebalance':
      return [
        ...strategy.weights.map(({ token }, index) => ({ name: `weights.${index}.token`, token })),
        ...(strategy.weights.some(({ token }) => token === budgetToken) ? [] : [{ name: '', token: budgetToken }]),
      ];
  }
}

function exitTokens(token: Address, isByCost: boolean, budgetToken: Address) {
  return [{ name: 'token', token }, ...(isByCost ? [{ name: '', token: budgetToken }] : [])];
}

function amountProblems(strategy: Strategy, path: string, budgetToken: Token | undefined): readonly Problem[] {
  if (budgetToken === undefined || (strategy.type !== 'dca' && strategy.type !== 'dip_buy')) return [];
  const { symbol, decimals } = budgetToken;
  const units = unitsOf(strategy.amount, decimals);
  if (units === null)
    return [
      {
        path: `${path}.amount`,
        code: 'amount-too-large',
        message: `The amount of ${symbol} is too large: it exceeds 2^256 - 1 base units.`,
      },
    ];
  if (units > 0n) return [];
  const message = `The amount is less than the smallest unit of ${symbol}, which has ${decimals} decimals.`;
  return [{ path: `${path}.amount`, code: 'amount-below-one-unit', message }];
}

/** Converts an amount to base units; null when the result exceeds a uint256. */
function unitsOf(amount: string, decimals: number): bigint | null {
  try {
    return parseAmount(amount, decimals);
  } catch (error) {
    if (error instanceof TerminalError && error.code === 'amount-too-large') return null;
    throw error;
  }
}

export function unlistedAt(path: string, token: Address, chainId: number): Problem {
  return { path, code: 'token-not-listed', message: `${token} is not among the tokens listed for chain ${chainId}.` };
}
