import { loadUniswapArtifact } from './load-artifact.ts';

/**
 * The artifacts of the Uniswap v4 contracts. None of these contracts is a router that accepts plain approvals; our own router for that
 * purpose is V4SwapRouter.
 */
export const uniswapV4Artifacts = {
  poolManager: () => loadUniswapArtifact('PoolManager'),
  quoter: () => loadUniswapArtifact('V4Quoter'),
  stateView: () => loadUniswapArtifact('StateView'),
};
