import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { deployContracts } from '../../src/devnet/deploy/deploy-contracts.ts';
import { seedMarket } from '../../src/devnet/deploy/seed-market.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { registerDevnet } from '../../src/market/devnet/register-devnet.ts';
import { createNetworks, readNetworkSeed } from '../../src/market/networks/create-networks.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import type { RecordStore } from '../../src/platform/store/record-store.ts';
import type { Address } from '../../src/values/address.ts';
import { wallClock } from './devnet.ts';
import type { RealChain } from './real-chain.ts';

/** Uniswap v2 to v4 with pools and tokens, on a test chain that simulates a real one. None of our contracts is deployed there. */
export type RealMarket = {
  readonly token: (symbol: string) => Address;
  /** Writes the Network record and the tokens that an operator of this chain would have. */
  readonly writeRecords: (records: RecordStore) => Promise<void>;
};

/** Deploys the devnet's market on the test chain, from accounts that are unlocked only for this purpose. */
export async function placeRealMarket(chain: RealChain): Promise<RealMarket> {
  const { deployer, priceMover, demo } = devnetAccounts;
  const house = [deployer, priceMover, ...demo].map(({ address }) => address);
  for (const account of house) {
    await chain.rpc('anvil_impersonateAccount', [account]);
    await chain.rpc('anvil_setBalance', [account, `0x${(10n ** 26n).toString(16)}`]);
  }
  const writer = createChainWriter(chain.rpcUrl, deployer.address);
  const deployed = await deployContracts(writer, { deploymentId: `0x${'77'.repeat(32)}`, brand: 'Nobody' });
  await seedMarket(writer, deployed);
  for (const account of house) await chain.rpc('anvil_stopImpersonatingAccount', [account]);
  const seed = readNetworkSeed().find(({ id }) => id === chain.chainId);
  if (seed === undefined) throw new Error(`The seed file has no chain ${chain.chainId}`);
  return {
    token(symbol) {
      const token = deployed.tokens.find((one) => one.symbol === symbol);
      if (token === undefined) throw new Error(`There is no ${symbol}`);
      return token.address;
    },
    async writeRecords(records) {
      const settings = { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
      const networks = createNetworks({ records, settings });
      const tokens = createTokens({ records, clock: wallClock });
      await networks.seed();
      await registerDevnet({ networks, tokens }, { ...deployed, chainId: chain.chainId }, { rpcUrl: chain.rpcUrl });
      const placed = await networks.stored(chain.chainId);
      if (placed === null) throw new Error('The record was not written');
      const { contracts } = placed;
      const v4 = contracts.uniswapV4;
      await networks.put({
        ...seed,
        dollarTokens: placed.dollarTokens,
        contracts: {
          ...contracts,
          ...{ relayer: null, dcaVault: null, autopilotVault: null },
          uniswapV4: v4 === null ? null : { ...v4, swapRouter: null },
        },
      });
    },
  };
}
