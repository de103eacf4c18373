import { loadUniswapArtifact } from './load-artifact.ts';

/** The Uniswap v4 contracts. They include no router that accepts plain approvals; ours is V4SwapRouter. */
export const uniswapV4Artifacts = {
  poolManager: () => loadUniswapArtifact('PoolManager'),
  quoter: () => loadUniswapArtifact('V4Quoter'),
  stateView: () => loadUniswapArtifact('StateView'),
};
