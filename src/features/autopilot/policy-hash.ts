import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Hash } from '../../values/hash.ts';

/** Computes keccak256 of the UTF-8 bytes of a text. */
export type Keccak256OfText = (text: string) => Hash;

/**
 * Returns the policy hash that the wallet signs and the vault stores: keccak256 of the policy's canonical JSON.
 * @param policy as returned by `validatePolicy`
 */
export function policyHashOf(policy: AutopilotPolicy, keccak256OfText: Keccak256OfText): Hash {
  return keccak256OfText(canonicalJson(policy));
}
