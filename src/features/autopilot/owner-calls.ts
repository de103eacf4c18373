import type { Token } from '../../market/tokens/token.ts';
import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import type { ShownLimits } from './agent-record.ts';
import type { PreparedPolicy } from './prepare-policy.ts';
import type { ResolvedLimits } from './resolve-limits.ts';

/** An amount to deposit in whole budget tokens, as a decimal string. */
export type DepositText = string;

/** Converts a deposit to base units of the budget token. @throws InvalidInputError when the text is not an amount */
export function depositOf(text: DepositText, budgetToken: Token): bigint {
  try {
    return parseAmount(text, budgetToken.decimals);
  } catch (error) {
    const message = `Expected an amount of ${budgetToken.symbol} as a decimal string, such as "100" or "0.5"; "0" deposits nothing.`;
    throw new InvalidInputError([{ path: 'body.depositAmount', code: 'invalid-amount', message }], { cause: error });
  }
}

/** Converts a policy's resolved limits to the fields that an agent stores and the vault reports. */
export function onChainLimits({ maxPerTrade, maxPerDay, maxTradesPerDay, expiry }: ResolvedLimits): OnChainAgent['limits'] {
  return { maxPerTrade, maxPerDay, maxTradesPerDay, expirySec: expiry };
}

/** Converts a policy's resolved limits to the fields that clients see, with the price and time of the conversion from dollars. */
export function shownLimits(limits: ResolvedLimits) {
  const { price } = limits;
  const { maxPerTrade, maxPerDay, maxTradesPerDay, expirySec } = onChainLimits(limits);
  return {
    ...{ maxPerTrade, maxPerDay, maxTradesPerDay, expiry: expirySec },
    price: { usd: price.usd, at: new Date(price.atMs).toISOString(), source: price.source },
  };
}

/**
 * Builds the data that a wallet needs to call the vault's `createAgent`: the arguments, the call, and the token approval that must be sent
 * first.
 */
export function createCallOf(vault: AutopilotVault, prepared: PreparedPolicy, deposit: bigint) {
  const { policy, policyHash, limits } = prepared;
  const vaultLimits = vaultLimitsOf(limits);
  const { budgetToken, allowTokens } = policy;
  const data = vault.encodeCreateAgent({ policyHash, budgetToken, allowTokens, limits: vaultLimits, depositAmount: deposit });
  return {
    vault: vault.address,
    depositAmount: deposit.toString(),
    createAgent: {
      to: vault.address,
      data,
      functionName: 'createAgent',
      args: { policyHash, budgetToken, allowTokens: [...allowTokens], limits: argsOf(limits), depositAmount: deposit.toString() },
    },
    approval: deposit === 0n ? null : { token: budgetToken, spender: vault.address, amount: deposit.toString() },
  };
}

/** Builds the data that a wallet needs to call the vault's `updatePolicy`. */
export function updateCallOf(vault: AutopilotVault, agentId: number, { policy, policyHash, limits }: PreparedPolicy) {
  const { allowTokens } = policy;
  const data = vault.encodeUpdatePolicy({ agentId, policyHash, allowTokens, limits: vaultLimitsOf(limits) });
  const args = { agentId, policyHash, allowTokens: [...allowTokens], limits: argsOf(limits) };
  return { vault: vault.address, updatePolicy: { to: vault.address, data, functionName: 'updatePolicy', args } };
}

function vaultLimitsOf({ maxPerTrade, maxPerDay, maxTradesPerDay, expiry }: ResolvedLimits) {
  return { maxPerTrade: BigInt(maxPerTrade), maxPerDay: BigInt(maxPerDay), maxTradesPerDay, expirySec: expiry };
}

/** Returns a policy's limits as call arguments, in the order of the vault contract's struct. */
function argsOf({ maxPerTrade, maxPerDay, maxTradesPerDay, expiry }: ResolvedLimits): ShownLimits {
  return { maxPerTrade, maxPerDay, maxTradesPerDay, expiry };
}
