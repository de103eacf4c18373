import { readFileSync } from 'node:fs';
import { type Hex, parseAbi } from 'viem';
import type { Deployable } from '../../../src/devnet/load-artifact.ts';

/** Vaults compiled from older versions of this repository. Operators may still run them. */
const recorded = {
  'dca-vault-before-slots': 'dca-vault/dca-vault-before-slots.json',
  'dca-vault-version-1': 'dca-vault/dca-vault-version-1.json',
  'autopilot-vault-version-1': 'autopilot-vault/autopilot-vault-version-1.json',
} as const;

/** Returns a vault of an older version, ready to be deployed with an admin and an executor. */
export function recordedVault(name: keyof typeof recorded): Deployable {
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(new URL(`./${recorded[name]}`, import.meta.url), 'utf8'));
  return { bytecode, abi: parseAbi(['constructor(address admin, address firstExecutor)']) };
}
