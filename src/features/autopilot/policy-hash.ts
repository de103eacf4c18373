import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Hash } from '../../values/hash.ts';

/** keccak256 of the UTF-8 bytes of a text. */
export type Keccak256OfText = (text: string) => Hash;

/** What a wallet signs and the vault keeps of a policy: keccak256 of its canonical JSON. @param policy as `validatePolicy` gave it */
export function policyHashOf(policy: AutopilotPolicy, keccak256OfText: Keccak256OfText): Hash {
  return keccak256OfText(canonicalJson(policy));
}
