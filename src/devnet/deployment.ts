import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseAddress } from '../values/address.ts';
import { hexSchema } from './artifact.ts';
import { DevnetError } from './devnet-error.ts';

const addressSchema = v.pipe(v.string(), v.transform(parseAddress));

/** What was deployed on the devnet, and where. Kept beside the chain's state: a restart deploys nothing. */
export const deploymentSchema = v.object({
  chainId: v.number(),
  /** 32 random bytes that tie the service's data to this very chain; the marker contract holds the same. */
  deploymentId: hexSchema,
  /** Hash of the vault's bytecode, so that a chain made by another version is noticed. */
  vaultCodeHash: hexSchema,
  contracts: v.object({
    dcaVault: addressSchema,
    swapRouter: addressSchema,
    quoter: addressSchema,
    factory: addressSchema,
    positionManager: addressSchema,
    weth: addressSchema,
    multicall3: addressSchema,
    marker: addressSchema,
  }),
  tokens: v.array(
    v.object({
      symbol: v.string(),
      name: v.string(),
      address: addressSchema,
      decimals: v.number(),
      coingeckoId: v.string(),
      cmcId: v.number(),
    }),
  ),
  pools: v.array(v.object({ address: addressSchema, symbols: v.tuple([v.string(), v.string()]), fee: v.number() })),
});

export type Deployment = v.InferOutput<typeof deploymentSchema>;
export type DeployedToken = Deployment['tokens'][number];

/** The token of a symbol, in any casing. */
export function deployedToken(deployment: Deployment, symbol: string): DeployedToken {
  const token = deployment.tokens.find((candidate) => candidate.symbol === symbol.toUpperCase());
  if (token !== undefined) return token;
  const known = deployment.tokens.map((candidate) => candidate.symbol).join(', ');
  throw new DevnetError('devnet-no-pool', `The devnet has no token ${symbol}; it has ${known}.`);
}

/**
 * Reads a deployment file.
 * @returns undefined if there is none
 * @throws DevnetError `devnet-state-damaged`
 */
export function readDeployment(path: string): Deployment | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return v.parse(deploymentSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new DevnetError(
      'devnet-state-damaged',
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}
