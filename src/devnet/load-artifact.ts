import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Artifact, abiSchema, artifactSchema, hexSchema } from '../contracts/artifact.ts';

const deployableSchema = v.object({ abi: abiSchema, bytecode: hexSchema });

/** Those fields of a compiled contract's artifact that a deployment needs. */
export type Deployable = v.InferOutput<typeof deployableSchema>;

export const devnetArtifacts = join(import.meta.dir, 'artifacts');
const productArtifacts = join(import.meta.dir, '..', 'contracts', 'artifacts');

/**
 * Reads one of our artifacts from the repository: first among those of the devnet and tests, then among those that operators deploy.
 * @param contractName for example `DcaVault`
 * @throws ENOENT when there is no such contract, ValiError when the file is not an artifact
 */
export function loadArtifact(contractName: string): Artifact {
  const ofDevnet = join(devnetArtifacts, `${contractName}.json`);
  const path = existsSync(ofDevnet) ? ofDevnet : join(productArtifacts, `${contractName}.json`);
  return v.parse(artifactSchema, JSON.parse(readFileSync(path, 'utf8')));
}

/** Reads the artifact of one of Uniswap's contracts. @param contractName for example `UniswapV3Factory` */
export function loadUniswapArtifact(contractName: string): Deployable {
  return v.parse(deployableSchema, JSON.parse(readFileSync(join(devnetArtifacts, 'uniswap', `${contractName}.json`), 'utf8')));
}
