import { loadUniswapArtifact } from './load-artifact.ts';

/** The Uniswap v3 contracts: the same bytecode that runs on the public chains. */
export const uniswapV3Artifacts = {
  factory: () => loadUniswapArtifact('UniswapV3Factory'),
  pool: () => loadUniswapArtifact('UniswapV3Pool'),
  swapRouter: () => loadUniswapArtifact('SwapRouter'),
  quoter: () => loadUniswapArtifact('QuoterV2'),
  positionManager: () => loadUniswapArtifact('NonfungiblePositionManager'),
};
