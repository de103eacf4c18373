import { loadPackageArtifact } from './load-artifact.ts';

const core = '@uniswap/v3-core/artifacts/contracts';
const periphery = '@uniswap/v3-periphery/artifacts/contracts';

/** The Uniswap v3 contracts from npm: the same bytecode that runs on the public chains. */
export const uniswapV3Artifacts = {
  factory: () => loadPackageArtifact(`${core}/UniswapV3Factory.sol/UniswapV3Factory.json`),
  pool: () => loadPackageArtifact(`${core}/UniswapV3Pool.sol/UniswapV3Pool.json`),
  swapRouter: () => loadPackageArtifact(`${periphery}/SwapRouter.sol/SwapRouter.json`),
  quoter: () => loadPackageArtifact(`${periphery}/lens/QuoterV2.sol/QuoterV2.json`),
  positionManager: () => loadPackageArtifact(`${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`),
};
