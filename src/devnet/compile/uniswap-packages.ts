import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Abi, Hex } from 'viem';
import { abiSchema, hexSchema } from '../../contracts/artifact.ts';
import { type Deployable, devnetArtifacts } from '../load-artifact.ts';

/**
 * Schema of the bytecode in an artifact of a package: with 0x (usual compilers), without 0x (Waffle, used by Uniswap v2), or inside an
 * object (Foundry, used by v4).
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
const packageSchema = v.object({ version: v.string(), license: v.string() });

const v3 = 'artifacts/contracts';

/** The contracts of Uniswap that the devnet deploys, with the package and the file in it that contains their artifact. */
const SOURCES: Readonly<Record<string, readonly [packageName: string, file: string]>> = {
  UniswapV2Factory: ['@uniswap/v2-core', 'build/UniswapV2Factory.json'],
  UniswapV2Pair: ['@uniswap/v2-core', 'build/UniswapV2Pair.json'],
  UniswapV2Router02: ['@uniswap/v2-periphery', 'build/UniswapV2Router02.json'],
  UniswapV3Factory: ['@uniswap/v3-core', `${v3}/UniswapV3Factory.sol/UniswapV3Factory.json`],
  UniswapV3Pool: ['@uniswap/v3-core', `${v3}/UniswapV3Pool.sol/UniswapV3Pool.json`],
  SwapRouter: ['@uniswap/v3-periphery', `${v3}/SwapRouter.sol/SwapRouter.json`],
  QuoterV2: ['@uniswap/v3-periphery', `${v3}/lens/QuoterV2.sol/QuoterV2.json`],
  NonfungiblePositionManager: ['@uniswap/v3-periphery', `${v3}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`],
  PoolManager: ['@uniswap/v4-core', 'out/PoolManager.sol/PoolManager.json'],
  V4Quoter: ['@uniswap/v4-periphery', 'foundry-out/V4Quoter.sol/V4Quoter.json'],
  StateView: ['@uniswap/v4-periphery', 'foundry-out/StateView.sol/StateView.json'],
};

/** A contract of Uniswap, with the file of this repository from which the devnet deploys it: its absolute path and what it must contain. */
export type UniswapFile = { readonly contractName: string; readonly abi: Abi; readonly path: string; readonly text: string };

/** Reads the artifacts of Uniswap's contracts from its npm packages, which are installed only for development. */
export function uniswapFiles(): UniswapFile[] {
  const require = createRequire(import.meta.url);
  return Object.entries(SOURCES).map(([contractName, [packageName, file]]) => {
    const { version, license } = v.parse(packageSchema, require(`${packageName}/package.json`));
    const { abi, bytecode }: Deployable = v.parse(
      packageArtifactSchema,
      JSON.parse(readFileSync(require.resolve(`${packageName}/${file}`), 'utf8')),
    );
    return {
      ...{ contractName, abi },
      path: join(devnetArtifacts, 'uniswap', `${contractName}.json`),
      text: `${JSON.stringify({ contractName, package: `${packageName}@${version}`, license, abi, bytecode }, null, 1)}\n`,
    };
  });
}
