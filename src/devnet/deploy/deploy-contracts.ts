import { type Address, parseAddress } from '../../values/address.ts';
import { currentContractsHash } from '../contracts-hash.ts';
import type { DeployedContracts, Deployment } from '../deployment.ts';
import { devnetAccounts, devnetChainId } from '../devnet-accounts.ts';
import { type DevnetTokenKind, devnetTokens } from '../devnet-tokens.ts';
import { loadArtifact } from '../load-artifact.ts';
import { uniswapV2Artifacts } from '../uniswap-v2-artifacts.ts';
import { uniswapV3Artifacts } from '../uniswap-v3-artifacts.ts';
import { uniswapV4Artifacts } from '../uniswap-v4-artifacts.ts';
import type { ChainWriter } from './chain-writer.ts';
import { deployProduct, deployVault, openProduct } from './deploy-product.ts';

/** Address of the Multicall3 contract, the same on every chain; viem and other libraries expect it there. */
export const multicall3Address = parseAddress('0xcA11bde05977b3631167028862bE2a173976CA11');

/** Delay in seconds between the end of a stake and its withdrawal on the devnet. */
const UNSTAKE_DELAY_SEC = 60n;

/** Placeholder for the Uniswap position manager's descriptor, which is only needed for `tokenURI` and not used on the devnet. */
const NO_DESCRIPTOR = '0x0000000000000000000000000000000000000000';

const tokenContracts: Record<Exclude<DevnetTokenKind, 'weth'>, string> = {
  plain: 'TestToken',
  fee: 'FeeToken',
  'usdt-like': 'UsdtLikeToken',
};

/**
 * Deploys all contracts of the devnet except the Autopilot vault and the Rocket NFTs; `seedMarket` adds pools, liquidity and balances
 * later.
 */
export async function deployContracts(
  writer: ChainWriter,
  { deploymentId, brand }: { readonly deploymentId: `0x${string}`; readonly brand: string },
): Promise<DeployedContracts> {
  const { signer } = devnetAccounts;
  await writer.rpc('anvil_setCode', [multicall3Address, loadArtifact('Multicall3').deployedBytecode]);
  const marker = await writer.deploy(loadArtifact('DeploymentMarker'), [deploymentId]);
  const weth = await writer.deploy(loadArtifact('Weth9'));
  const factory = await writer.deploy(uniswapV3Artifacts.factory());
  const swapRouter = await writer.deploy(uniswapV3Artifacts.swapRouter(), [factory, weth]);
  const quoter = await writer.deploy(uniswapV3Artifacts.quoter(), [factory, weth]);
  const positionManager = await writer.deploy(uniswapV3Artifacts.positionManager(), [factory, weth, NO_DESCRIPTOR]);
  const dcaVault = await deployVault(writer, 'DcaVault', { brand, router: swapRouter });
  const relayer = await deployProduct(writer, 'Relayer', brand);
  await openProduct(writer, 'Relayer', relayer, [{ functionName: 'setSigner', args: [signer.address, true] }]);
  const uniswapV2 = await deployUniswapV2(writer, weth);
  const uniswapV4 = await deployUniswapV4(writer, brand);
  const tokens: Deployment['tokens'] = [];
  for (const token of devnetTokens) {
    const { symbol, name, decimals, coingeckoId, cmcId } = token;
    tokens.push({ symbol, name, decimals, coingeckoId, cmcId, address: await tokenAddress(writer, token, weth) });
  }
  return {
    chainId: devnetChainId,
    deploymentId,
    contractsHash: currentContractsHash(brand),
    contracts: {
      ...{ dcaVault, relayer, swapRouter, quoter, factory, positionManager, weth, marker, uniswapV2, uniswapV4 },
      multicall3: multicall3Address,
    },
    tokens,
  };
}

/**
 * Deploys and sets up the contracts that are deployed after the market was seeded. The addresses of the tokens depend on the deployer's
 * nonce, so contracts that were added later must come later to keep these addresses the same.
 */
export async function deployRest(
  writer: ChainWriter,
  { contracts: { swapRouter, uniswapV4 } }: DeployedContracts,
  brand: string,
): Promise<Pick<Deployment['contracts'], 'autopilotVault' | 'rocket' | 'rocketStaking'>> {
  const { abi } = loadArtifact('V4SwapRouter');
  const from = devnetAccounts.deployer.address;
  await writer.send({ from, to: uniswapV4.swapRouter, abi, functionName: 'setPoolManager', args: [uniswapV4.poolManager] });
  const autopilotVault = await deployVault(writer, 'AutopilotVault', { brand, router: swapRouter });
  return { autopilotVault, ...(await deployRockets(writer)) };
}

/** Deploys the contract of the Rocket NFTs, and gives each demo wallet one Rocket with a different level. */
async function deployRockets(writer: ChainWriter): Promise<Pick<Deployment['contracts'], 'rocket' | 'rocketStaking'>> {
  const artifact = loadArtifact('Rocket');
  const rocket = await writer.deploy(artifact);
  const rocketStaking = await writer.deploy(loadArtifact('RocketStaking'), [rocket, UNSTAKE_DELAY_SEC]);
  const mint = { from: devnetAccounts.deployer.address, to: rocket, abi: artifact.abi, functionName: 'mint' };
  for (const [i, { address }] of devnetAccounts.demo.entries()) await writer.send({ ...mint, args: [address, i + 1] });
  return { rocket, rocketStaking };
}

async function deployUniswapV2(writer: ChainWriter, weth: Address): Promise<Deployment['contracts']['uniswapV2']> {
  const factory = await writer.deploy(uniswapV2Artifacts.factory(), [devnetAccounts.deployer.address]);
  const router = await writer.deploy(uniswapV2Artifacts.router(), [factory, weth]);
  return { factory, router };
}

async function deployUniswapV4(writer: ChainWriter, brand: string): Promise<Deployment['contracts']['uniswapV4']> {
  const poolManager = await writer.deploy(uniswapV4Artifacts.poolManager(), [devnetAccounts.deployer.address]);
  const quoter = await writer.deploy(uniswapV4Artifacts.quoter(), [poolManager]);
  const stateView = await writer.deploy(uniswapV4Artifacts.stateView(), [poolManager]);
  const swapRouter = await deployProduct(writer, 'V4SwapRouter', brand);
  const poolOperator = await writer.deploy(loadArtifact('V4PoolOperator'), [poolManager]);
  return { poolManager, quoter, stateView, swapRouter, poolOperator };
}

async function tokenAddress(writer: ChainWriter, token: (typeof devnetTokens)[number], weth: Address): Promise<Address> {
  if (token.kind === 'weth') return weth;
  return await writer.deploy(loadArtifact(tokenContracts[token.kind]), [token.name, token.symbol, token.decimals]);
}
