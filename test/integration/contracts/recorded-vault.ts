import { readFileSync } from 'node:fs';
import { type Hex, parseAbi } from 'viem';
import type { Deployable } from '../../../src/devnet/load-artifact.ts';

/** Compiled vaults from older versions of this repository. Operators may still use contracts of these versions. */
const recorded = {
  'dca-vault-before-slots': 'dca-vault/dca-vault-before-slots.json',
  'dca-vault-version-1': 'dca-vault/dca-vault-version-1.json',
  'autopilot-vault-version-1': 'autopilot-vault/autopilot-vault-version-1.json',
} as const;

/** Returns the deployment data of a vault of an older version, with an admin and an executor. */
export function recordedVault(name: keyof typeof recorded): Deployable {
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(new URL(`./${recorded[name]}`, import.meta.url), 'utf8'));
  return { bytecode, abi: parseAbi(['constructor(address admin, address firstExecutor)']) };
}
