import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { hexSchema } from '../contracts/artifact.ts';
import { parseAddress } from '../values/address.ts';
import { DevnetError } from './devnet-error.ts';

const addressSchema = v.pipe(v.string(), v.transform(parseAddress));

/**
 * Everything that was deployed on the devnet, with addresses. It is stored beside the chain's state, so that a restart deploys nothing
 * again.
 */
export const deploymentSchema = v.object({
  chainId: v.number(),
  /** 32 random bytes that bind the service's data to this chain. The marker contract on the chain contains the same bytes. */
  deploymentId: hexSchema,
  /**
   * Hash of all contracts of this devnet (`currentContractsHash`). It shows when another version of the program deployed the contracts of a
   * saved chain.
   */
  contractsHash: hexSchema,
  contracts: v.object({
    dcaVault: addressSchema,
    relayer: addressSchema,
    autopilotVault: addressSchema,
    swapRouter: addressSchema,
    quoter: addressSchema,
    factory: addressSchema,
    positionManager: addressSchema,
    weth: addressSchema,
    multicall3: addressSchema,
    marker: addressSchema,
    rocket: addressSchema,
    rocketStaking: addressSchema,
    uniswapV2: v.object({ factory: addressSchema, router: addressSchema }),
    uniswapV4: v.object({
      poolManager: addressSchema,
      quoter: addressSchema,
      stateView: addressSchema,
      swapRouter: addressSchema,
      /** Contract that opens pools and moves prices; used only by the devnet itself. */
      poolOperator: addressSchema,
    }),
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
  /** The Uniswap v3 pools that were opened on the devnet. */
  pools: v.array(v.object({ address: addressSchema, symbols: v.tuple([v.string(), v.string()]), fee: v.number() })),
  pairsV2: v.array(v.object({ address: addressSchema, symbols: v.tuple([v.string(), v.string()]) })),
  /** The Uniswap v4 pools that were opened on the devnet; the symbol `ETH` stands for the native asset. */
  poolsV4: v.array(v.object({ symbols: v.tuple([v.string(), v.string()]), fee: v.number(), tickSpacing: v.number() })),
});

export type Deployment = v.InferOutput<typeof deploymentSchema>;
const anyVersionSchema = v.object({ deploymentId: v.string(), contractsHash: v.optional(v.string(), '') });

/** The contracts that are deployed before the market is seeded. */
export type DeployedContracts = Omit<Deployment, 'contracts' | 'pools' | 'pairsV2' | 'poolsV4'> & {
  readonly contracts: Omit<Deployment['contracts'], 'autopilotVault' | 'rocket' | 'rocketStaking'>;
};
export type DeployedToken = Deployment['tokens'][number];

/** Returns the devnet token with a symbol; upper and lower case are equivalent. */
export function deployedToken(deployment: Deployment, symbol: string): DeployedToken {
  const token = deployment.tokens.find((candidate) => candidate.symbol === symbol.toUpperCase());
  if (token !== undefined) return token;
  const known = deployment.tokens.map((candidate) => candidate.symbol).join(', ');
  throw new DevnetError('devnet-no-pool', `The devnet has no token ${symbol}; it has ${known}.`);
}

/**
 * Returns the hash of the contracts from a deployment file of any version.
 * @returns an empty text for a version that stored no hash; undefined when there is no readable file
 */
export function readContractsHash(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return v.parse(anyVersionSchema, JSON.parse(readFileSync(path, 'utf8'))).contractsHash;
  } catch {
    // An unreadable file is not reported here, because `readDeployment` reports it.
    return undefined;
  }
}

/**
 * Reads the devnet's deployment file.
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
