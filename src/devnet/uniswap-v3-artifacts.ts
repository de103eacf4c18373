import { loadUniswapArtifact } from './load-artifact.ts';

/** The artifacts of the Uniswap v3 contracts, with the same bytecode that runs on the public chains. */
export const uniswapV3Artifacts = {
  factory: () => loadUniswapArtifact('UniswapV3Factory'),
  swapRouter: () => loadUniswapArtifact('SwapRouter'),
  quoter: () => loadUniswapArtifact('QuoterV2'),
  positionManager: () => loadUniswapArtifact('NonfungiblePositionManager'),
};
