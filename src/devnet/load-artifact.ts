import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hex } from 'viem';
import { type Artifact, abiSchema, artifactSchema, hexSchema } from './artifact.ts';

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

/**
 * Reads a checked-in artifact of ours.
 * @param contractName for example `DcaVault`
 * @throws ENOENT when there is no such contract, ValiError when the file is not an artifact
 */
export function loadArtifact(contractName: string): Artifact {
  return v.parse(artifactSchema, JSON.parse(readFileSync(join(import.meta.dir, 'artifacts', `${contractName}.json`), 'utf8')));
}

/**
 * Reads an artifact that ships in an npm package.
 * @param specifier for example `@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json`
 */
export function loadPackageArtifact(specifier: string): Deployable {
  const path = createRequire(import.meta.url).resolve(specifier);
  return v.parse(packageArtifactSchema, JSON.parse(readFileSync(path, 'utf8')));
}
