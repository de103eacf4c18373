import { loadPackageArtifact } from './load-artifact.ts';

/** The Uniswap v2 contracts from npm. Their exact bytecode is needed, because the router derives pair addresses from its hash. */
export const uniswapV2Artifacts = {
  factory: () => loadPackageArtifact('@uniswap/v2-core/build/UniswapV2Factory.json'),
  pair: () => loadPackageArtifact('@uniswap/v2-core/build/UniswapV2Pair.json'),
  router: () => loadPackageArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
};
