import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { artifactSchema, hexSchema } from './artifact.ts';

/** The contracts that an operator deploys on real chains. */
export const productContracts = ['DcaVault', 'AutopilotVault', 'Relayer', 'V4SwapRouter'] as const;

export type ProductContract = (typeof productContracts)[number];

/** The `VERSION` that these contracts have on chain. Contracts deployed before `VERSION` existed count as version 1. */
export const contractVersion = 2;

const productArtifactSchema = v.object({
  ...artifactSchema.entries,
  contractName: v.picklist(productContracts),
  /** The contract's `buildHash` on chain: SHA-256 of the compiler's version, a line break, and the standard JSON input. */
  buildHash: hexSchema,
});

/** The compiled artifact of a contract that operators deploy. Compiling its standard JSON input results in exactly this bytecode. */
export type ProductArtifact = v.InferOutput<typeof productArtifactSchema>;

const folder = join(import.meta.dir, 'artifacts');

export function loadProductArtifact(contractName: ProductContract): ProductArtifact {
  return v.parse(productArtifactSchema, JSON.parse(readFileSync(join(folder, `${contractName}.json`), 'utf8')));
}

/** Returns the standard JSON input of a contract as a string, in the format that solc and verification services accept. */
export function standardJsonOf(contractName: ProductContract): string {
  return readFileSync(join(folder, 'standard-json', `${contractName}.json`), 'utf8');
}
