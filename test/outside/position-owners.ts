import { createPublicClient, http } from 'viem';
import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../src/devnet/foundry.ts';
import { dcaVaultAbi } from '../../src/platform/chain/abi/dca-vault.generated.ts';
import type { Address } from '../../src/values/address.ts';
import type { ApiClient } from '../crash/api-client.ts';
import { type ChainView, wallets } from '../crash/chain-view.ts';
import { explain } from '../crash/explain.ts';
import type { SeededRandom } from '../crash/seeded-random.ts';
import type { OutsideWorld } from './open-world.ts';

const LIVE = 10;
const MOST_ORDERS = 20;
const MOST_SPACING_MIN = 15;
/** Smallest amount of a position in USDC. All positions of a wallet have different amounts, so that the amount identifies a position. */
const LEAST_USDC = 30;

/** A DCA record whose creation the service has acknowledged. */
export type Acknowledged = { readonly wallet: string; readonly recordId: string; readonly amount: bigint };

/**
 * Simulates the owners of DCA positions. They open, cancel and claim directly on the chain, not through the endpoints. They report some of
 * these actions to the service, and others not.
 */
export function createPositionOwners(world: OutsideWorld, deps: { api: ApiClient; chain: ChainView; random: SeededRandom }) {
  const { api, chain, random } = deps;
  const { deployment, rpcUrl } = world.devnet;
  const vault = deployment.contracts.dcaVault;
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const token = (symbol: string) => deployedToken(deployment, symbol).address;
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  let opened = 0;

  async function open(): Promise<void> {
    const wallet = random.pick(wallets);
    const usdc = LEAST_USDC + opened;
    opened += 1;
    const frequency = random.integer(2, MOST_ORDERS);
    const interval = frequency * random.integer(1, MOST_SPACING_MIN) * 60;
    const pair = { fromToken: token('USDC'), toToken: token(random.pick(['WETH', 'WBTC'])) };
    const amount = BigInt(usdc) * 10n ** 6n;
    const onChain = async () => {
      await chain.allow(wallet, pair.fromToken);
      await chain.open({ ...pair, wallet, amount, frequency, intervalSec: interval, autoClaim: random.chance(0.3) });
    };
    const told = async () => {
      const body = { ...pair, amount: String(usdc), frequency, interval, walletAddress: wallet, chainId: { chainId: deployment.chainId } };
      try {
        acknowledged.push({ wallet, amount, recordId: await api.createPosition(body) });
      } catch (error) {
        refused.push(explain(error));
      }
    };
    // A third of the positions is reported to the service before it is opened, a third afterwards, and a third not at all.
    const way = random.integer(0, 2);
    if (way === 0) await told();
    await onChain();
    if (way === 1) await told();
  }

  async function claim(wallet: Address, positionId: number): Promise<void> {
    const { claimable } = await client.readContract({
      address: vault,
      abi: dcaVaultAbi,
      functionName: 'position',
      args: [wallet, positionId],
    });
    if (claimable === 0n) return;
    await writer.send({ from: wallet, to: vault, abi: dcaVaultAbi, functionName: 'claim', args: [positionId, claimable] });
  }

  return {
    acknowledged: acknowledged as readonly Acknowledged[],
    /** Descriptions of the owners' requests that the service refused or did not answer. */
    refused: refused as readonly string[],
    opened: () => opened,
    /** Performs the owners' actions of one minute, while blocks are mined. */
    async act(): Promise<void> {
      const positions = await chain.positions();
      const active = positions.filter(({ status }) => status === 'active');
      if (active.length < LIVE && random.chance(0.5)) await open();
      const [one, other] = random.shuffled(active);
      if (one !== undefined && random.chance(0.01)) await chain.cancel(one.wallet, one.positionId);
      if (other !== undefined && other !== one && random.chance(0.05)) await claim(other.wallet, other.positionId);
    },
  };
}

export type PositionOwners = ReturnType<typeof createPositionOwners>;
