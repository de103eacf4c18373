import { loadPackageArtifact } from './load-artifact.ts';

/** The Uniswap v4 contracts from npm. They include no router that accepts plain approvals; ours is V4SwapRouter. */
export const uniswapV4Artifacts = {
  poolManager: () => loadPackageArtifact('@uniswap/v4-core/out/PoolManager.sol/PoolManager.json'),
  quoter: () => loadPackageArtifact('@uniswap/v4-periphery/foundry-out/V4Quoter.sol/V4Quoter.json'),
  stateView: () => loadPackageArtifact('@uniswap/v4-periphery/foundry-out/StateView.sol/StateView.json'),
};
