import { isNative } from '../../values/native.ts';
import type { ApprovalNeed } from './approvals.ts';
import type { QuoteTerms } from './judge-quote.ts';

/**
 * Gas that the Relayer contract uses besides the call of the provider's contract: it checks the signature, takes the input, approves it,
 * and measures the output. `on-chain-providers.test.ts` compares the estimates with the gas that trades on the devnet use.
 */
const RELAYER_GAS = 88_000n;
/** The same for the native asset as the input, which is neither taken nor approved. */
const RELAYER_GAS_OF_NATIVE = 76_000n;
const APPROVAL_GAS = 46_000n;
/** Gas of the transaction that sets an allowance to zero before it is granted again. */
const RESET_GAS = 29_000n;

/** Returns the gas that a wallet pays for a trade besides the call of the provider's contract: of the Relayer, and of the approvals. */
export function gasAround({ request, relayer }: QuoteTerms, approval: ApprovalNeed | null): bigint {
  const relayed = relayer === null ? 0n : isNative(request.from.address) ? RELAYER_GAS_OF_NATIVE : RELAYER_GAS;
  const approved = approval?.isNeeded === true ? APPROVAL_GAS : 0n;
  return relayed + approved + (approval?.needsReset === true ? RESET_GAS : 0n);
}
