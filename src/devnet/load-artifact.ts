import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hex } from 'viem';
import { type Artifact, abiSchema, artifactSchema, hexSchema } from '../contracts/artifact.ts';

/**
 * Schema of the bytecode in an artifact: with 0x (usual compilers), without 0x (Waffle, used by Uniswap v2), or inside an object (Foundry,
 * used by v4).
 */
const bytecodeSchema = v.union([
  hexSchema,
  v.pipe(
    v.string(),
    v.regex(/^[0-9a-fA-F]+$/),
    v.transform((hex): Hex => `0x${hex}`),
  ),
  v.pipe(
    v.object({ object: hexSchema }),
    v.transform(({ object }) => object),
  ),
]);

const packageArtifactSchema = v.object({ abi: abiSchema, bytecode: bytecodeSchema });

/** Those fields of a compiled contract's artifact that a deployment needs. */
export type Deployable = v.InferOutput<typeof packageArtifactSchema>;

const devnetArtifacts = join(import.meta.dir, 'artifacts');
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

/**
 * Reads an artifact that ships in an npm package.
 * @param specifier for example `@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json`
 */
export function loadPackageArtifact(specifier: string): Deployable {
  const path = createRequire(import.meta.url).resolve(specifier);
  return v.parse(packageArtifactSchema, JSON.parse(readFileSync(path, 'utf8')));
}
