import type { Address } from '../../values/address.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Network } from '../networks/network.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { priorityRank } from '../tokens/priority-ladder.ts';
import type { Token } from '../tokens/token.ts';

/** The contracts and tokens that are deployed on a devnet. */
export type DevnetDeployment = {
  readonly chainId: number;
  readonly deploymentId: string;
  readonly contracts: {
    readonly dcaVault: Address;
    readonly relayer?: Address;
    readonly autopilotVault?: Address;
    readonly rocketStaking?: Address;
    readonly swapRouter: Address;
    readonly quoter: Address;
    readonly factory: Address;
    readonly weth: Address;
    readonly multicall3: Address;
    readonly uniswapV2?: { readonly factory: Address; readonly router: Address };
    readonly uniswapV4?: {
      readonly poolManager: Address;
      readonly quoter: Address;
      readonly stateView: Address;
      readonly swapRouter: Address;
    };
  };
  readonly tokens: readonly {
    readonly symbol: string;
    readonly name: string;
    readonly address: Address;
    readonly decimals: number;
    readonly coingeckoId: string;
    readonly cmcId: number;
  }[];
};

/** Symbols of the devnet's dollar tokens. Prices in dollars are read from pools that contain one of them. */
const DOLLARS = ['USDC', 'USDX'];

/**
 * Rank in token lists of the first devnet token that has no fixed rank. Further such tokens get the following ranks, in the order in which
 * they were deployed.
 */
const FIRST_RANK_AFTER_LADDER = 61;

/**
 * Writes the Network and Token records of a devnet. If the stored records belong to the same deployment, changes that an operator made to
 * tokens are kept. Otherwise the stored tokens are replaced, since their addresses are no longer valid.
 */
export async function registerDevnet(
  deps: { networks: Networks; tokens: Tokens },
  deployment: DevnetDeployment,
  options: { rpcUrl: string },
): Promise<void> {
  const { networks, tokens } = deps;
  const { chainId, deploymentId } = deployment;
  const known = await networks.get(chainId);
  if (known !== null && known.deploymentId !== deploymentId) await tokens.removeAll(chainId);
  await networks.put(networkOf(deployment, options.rpcUrl));
  await tokens.addMissing(tokensOf(deployment));
}

function networkOf({ chainId, deploymentId, contracts, tokens }: DevnetDeployment, rpcUrl: string): Network {
  return {
    id: chainId,
    name: 'Coxswain devnet',
    show: true,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [rpcUrl],
    explorerUrl: null,
    contracts: {
      relayer: contracts.relayer ?? null,
      dcaVault: contracts.dcaVault,
      autopilotVault: contracts.autopilotVault ?? null,
      rocketStaking: contracts.rocketStaking ?? null,
      multicall3: contracts.multicall3,
      wrappedNative: contracts.weth,
      uniswapV2: contracts.uniswapV2 ?? null,
      uniswapV4: contracts.uniswapV4 ?? null,
      uniswapV3: { factory: contracts.factory, quoterV2: contracts.quoter, swapRouter: contracts.swapRouter, swapRouterVersion: 1 },
    },
    dollarTokens: DOLLARS.flatMap((symbol) => tokens.filter((token) => token.symbol === symbol).map((token) => token.address)),
    // A devnet never reorganizes its blocks, so a block is final immediately.
    confirmations: 0,
    launchpad: { enabled: false },
    deploymentId,
  };
}

function tokensOf({ chainId, tokens }: DevnetDeployment): readonly Token[] {
  const weth = tokens.find((token) => token.symbol === 'WETH');
  const native: Token = {
    address: NATIVE_ADDRESS,
    chainId,
    symbol: 'ETH',
    decimals: 18,
    name: 'Ether',
    logoURI: '',
    order: 0,
    // The native asset has the same price as its wrapped token.
    ...(weth === undefined ? {} : { coingeckoId: weth.coingeckoId, cmcId: weth.cmcId }),
  };
  let rank = FIRST_RANK_AFTER_LADDER;
  return [native, ...tokens.map((token): Token => ({ ...token, chainId, logoURI: '', order: priorityRank(token.symbol) ?? rank++ }))];
}
