import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { Problem } from '../../values/errors/invalid-input-error.ts';
import type { PreparedPolicy } from './prepare-policy.ts';

/** Returns the preview's warnings about tokens with a fee on transfers. Such a token could be bought, but the agent could not sell it. */
export async function feeWarnings(
  { policy, tokens }: { readonly policy: Pick<AutopilotPolicy, 'chainId' | 'allowTokens'>; readonly tokens: PreparedPolicy['tokens'] },
  fees: Pick<TransferFeeRules, 'whyNotSpent'>,
): Promise<readonly Problem[]> {
  const reasons = await Promise.all(policy.allowTokens.map((token) => fees.whyNotSpent(policy.chainId, token)));
  return reasons.flatMap((reason, index): Problem[] => {
    if (reason === null) return [];
    const token = policy.allowTokens[index];
    const symbol = (token === undefined ? undefined : tokens[token]?.symbol) ?? 'This token';
    const message = `${symbol}: ${reason} The agent will not spend or buy this token. Remove the token from the policy, or choose a token without such a fee.`;
    return [{ path: `allowTokens.${index}`, code: 'fee-on-transfer', message }];
  });
}
