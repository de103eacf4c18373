import { loadUniswapArtifact } from './load-artifact.ts';

/** The artifacts of the Uniswap v2 contracts. Their exact bytecode is needed, because the router derives pair addresses from its hash. */
export const uniswapV2Artifacts = {
  factory: () => loadUniswapArtifact('UniswapV2Factory'),
  router: () => loadUniswapArtifact('UniswapV2Router02'),
};
