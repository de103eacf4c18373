import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hex } from 'viem';
import { type Artifact, abiSchema, artifactSchema, hexSchema } from '../contracts/artifact.ts';

/** Compilers write bytecode with or without 0x (Waffle, of Uniswap v2), or inside an object (Foundry, of v4). */
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

/** What a deployment needs of a contract. */
export type Deployable = v.InferOutput<typeof packageArtifactSchema>;

const devnetArtifacts = join(import.meta.dir, 'artifacts');
const productArtifacts = join(import.meta.dir, '..', 'contracts', 'artifacts');

/**
 * Reads a checked-in artifact of ours: of the devnet and the tests, else of the contracts that operators deploy.
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
