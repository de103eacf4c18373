import { isSignature } from '../../http/wallet-auth/signed-request.ts';
import type { VerifySignature } from '../../platform/chain/verify-signature.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';

export type PolicyApproval = {
  /** Hash of the policy document that `validatePolicy` returned. */
  readonly policyHash: Hash;
  /** The wallet that signed the request. */
  readonly wallet: Address;
  readonly chainId: number;
  /** The agent's on-chain number, or the text `new` for an agent that is not on the chain yet. */
  readonly agent: 'new' | number;
  /** The policy signature as the client sent it. */
  readonly signature: unknown;
};

/** Builds the text that a wallet signs to approve a policy (API specification, "Autopilot", 2; domain.md, "Autopilot"). */
export function policyMessage(
  brand: string,
  { policyHash, agent, chainId }: Pick<PolicyApproval, 'policyHash' | 'agent' | 'chainId'>,
): string {
  return `${brand} Autopilot policy ${policyHash} for agent ${agent} on chain ${chainId}`;
}

/**
 * Checks the `policySignature` of a request that creates an agent or updates its policy. The signature does not authenticate the request:
 * it never expires, and only shows that the wallet approved the policy for the agent on the chain.
 * @throws TerminalError (401) `policy-signature-malformed`, `policy-signature-mismatch`
 */
export async function checkPolicySignature(
  approval: PolicyApproval,
  deps: { brand: string; verifySignature: VerifySignature },
): Promise<void> {
  const { wallet, chainId, signature } = approval;
  if (!isSignature(signature)) {
    throw refuse('policy-signature-malformed', '`policySignature` must be a signature: 0x followed by an even number of hex digits.', {});
  }
  const message = policyMessage(deps.brand, approval);
  if (await deps.verifySignature({ wallet, message, signature, chainIdOf: () => chainId })) return;
  const text = `\`policySignature\` is not a signature of this policy by wallet ${wallet}. The message to sign by personal_sign is "${message}".`;
  throw refuse('policy-signature-mismatch', text, { message });
}

function refuse(code: string, message: string, details: { readonly message?: string }): TerminalError {
  return new TerminalError({ code, message, status: 401, details: { ...details } });
}
