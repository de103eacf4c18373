import { deployedToken } from '../../../../src/devnet/deployment.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { registerDevnet } from '../../../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createPoolReferences } from '../../../../src/market/pools/create-pool-references.ts';
import { createPoolSamples } from '../../../../src/market/pools/create-pool-samples.ts';
import { createPoolSampleRepository } from '../../../../src/market/pools/pool-sample-repository.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { createOnChainSource } from '../../../../src/market/prices/on-chain-source.ts';
import type { PriceSource } from '../../../../src/market/prices/price.ts';
import { createOutputGuard } from '../../../../src/market/routes/create-output-guard.ts';
import { createRoutePlanner } from '../../../../src/market/routes/create-route-planner.ts';
import { createUniswapV3RouteSource } from '../../../../src/market/routes/uniswap-v3-route-source.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createUniswapV2 } from '../../../../src/platform/chain/uniswap-v2/create-uniswap-v2.ts';
import { createUniswapV3 } from '../../../../src/platform/chain/uniswap-v3/create-uniswap-v3.ts';
import { createUniswapV4 } from '../../../../src/platform/chain/uniswap-v4/create-uniswap-v4.ts';
import type { OnRpc } from '../../../../src/platform/chain/watch-rpc.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { wallClock } from '../../../support/devnet.ts';

/**
 * Provides tokens, prices and routes over a running devnet, connected as in the service.
 * @param sources off-chain prices, which are read first
 */
export async function joinMarket(devnet: Devnet, { sources = [], onRpc }: { sources?: readonly PriceSource[]; onRpc?: OnRpc } = {}) {
  const { deployment, rpcUrl } = devnet;
  const chains = createChains({
    networks: [{ chainId: deployment.chainId, rpcUrls: [rpcUrl] }],
    log: silentLog,
    abis: [],
    ...(onRpc === undefined ? {} : { onRpc }),
  });
  const records = createMemoryRecordStore({ clock: wallClock });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  const tokens = createTokens({ records, clock: wallClock });
  await registerDevnet({ networks, tokens }, deployment, { rpcUrl });
  const uniswapV3 = createUniswapV3({ chains });
  const samples = createPoolSamples({
    ...{ uniswapV2: createUniswapV2({ chains }), uniswapV4: createUniswapV4({ chains }) },
    ...{ networks, tokens, clock: wallClock, log: silentLog, keepSeconds: 1_800, repository: createPoolSampleRepository({ records }) },
  });
  const references = createPoolReferences({ uniswapV3, samples });
  const source = createOnChainSource({ log: silentLog, references, networks, tokens, clock: wallClock });
  const prices = createPrices({ sources: [...sources, source], clock: wallClock, log: silentLog, keepMs: 0 });
  const guard = createOutputGuard({ references, networks, prices, tokens, maxQuoteDeviationBps: 300, maxDisagreementBps: 500 });
  const routes = createUniswapV3RouteSource({ uniswapV3, networks });
  const planner = createRoutePlanner({ sources: [routes], guard, minOutputSlippageBps: 100 });
  const addressOf = (symbol: string) => deployedToken(deployment, symbol).address;
  return { chains, networks, tokens, uniswapV3, samples, references, prices, planner, addressOf };
}
