import { type Deployment, deployedToken } from '../../src/devnet/deployment.ts';
import type { Address } from '../../src/values/address.ts';
import type { ApiClient } from './api-client.ts';
import { type ChainPosition, type ChainView, wallets } from './chain-view.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A position that an owner is supposed to have, identified by its amount, with the data that the service has acknowledged. */
export type Wanted = {
  readonly wallet: Address;
  readonly toSymbol: 'WETH' | 'WBTC';
  readonly amount: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly autoClaim: boolean;
  /** Id of the position's record, once the service has acknowledged its creation. */
  recordId: string | null;
  /** Number of attempts to create the record. An attempt without a reply may also have created a record. */
  createAttempts: number;
  /** Names of the fields that `update-position` has set, and that the service has acknowledged. */
  readonly acknowledgedTags: string[];
  /** State of the position's cancellation. It is requested at most once, so that there is exactly one entry in the history. */
  cancel: 'never' | 'asked' | 'acknowledged';
};

export type Look = {
  readonly api: ApiClient;
  readonly chain: ChainView;
  readonly deployment: Deployment;
  readonly opensNew: boolean;
  /** Whether the service has ended. The owners then start nothing new. */
  readonly isOver: () => boolean;
};

/**
 * Simulates the owners of positions. They keep `live` positions open, and repeat requests whose transaction or reply was lost (because of a
 * kill, or because the chain came back in an older state). They also record what the service has acknowledged.
 */
export function createOwners(random: SeededRandom, { live, orders: [fewest, most] }: { live: number; orders: readonly [number, number] }) {
  const wanted: Wanted[] = [];
  let tags = 0;
  let acknowledged = 0;

  const add = () => {
    const seq = wanted.length;
    const frequency = random.integer(fewest, most);
    wanted.push({
      wallet: random.pick(wallets),
      toSymbol: random.pick(['WETH', 'WBTC']),
      amount: BigInt(100 + seq) * 10n ** 6n + 7n,
      frequency,
      intervalSec: frequency * random.integer(1, 6),
      autoClaim: random.chance(0.2),
      recordId: null,
      createAttempts: 0,
      acknowledgedTags: [],
      cancel: 'never',
    });
  };
  const onChainAgentOf = (positions: readonly ChainPosition[], one: Wanted) =>
    positions.find(({ wallet, amount }) => wallet === one.wallet && amount === one.amount);

  return {
    wanted: wanted as readonly Wanted[],
    acknowledged: () => acknowledged,
    /** Finds the position on chain that belongs to a position which an owner is supposed to have. */
    twinOf: onChainAgentOf,

    /**
     * Does the next step for every position. Throws when the service or the chain ends meanwhile; the round must then be repeated later.
     */
    async act({ api, chain, deployment, opensNew, isOver }: Look) {
      const positions = await chain.positions();
      const unfinished = wanted.filter((one) => (onChainAgentOf(positions, one)?.status ?? 'active') === 'active').length;
      for (let missing = live - unfinished; opensNew && missing > 0; missing -= 1) add();

      const token = (symbol: string) => deployedToken(deployment, symbol).address;
      for (const one of wanted) {
        const open = async () => {
          if (onChainAgentOf(positions, one) !== undefined) return;
          await chain.allow(one.wallet, token('USDC'));
          await chain.open({ ...one, fromToken: token('USDC'), toToken: token(one.toSymbol) });
        };
        const record = async () => {
          if (one.recordId !== null) return;
          one.createAttempts += 1;
          one.recordId = await api.createPosition({
            fromToken: token('USDC'),
            toToken: token(one.toSymbol),
            amount: `${one.amount / 10n ** 6n}.000007`,
            frequency: one.frequency,
            interval: one.intervalSec,
            walletAddress: one.wallet,
            chainId: { chainId: deployment.chainId },
          });
          acknowledged += 1;
        };
        // Clients may open the position and create its record in either order, so the order is random.
        for (const step of random.chance(0.5) ? [open, record] : [record, open]) {
          if (isOver()) return;
          await step();
        }
      }
      await this.disturb(api, chain, positions);
    },

    /** Sends commands that do not change what must be bought, but that must not be lost. */
    async disturb(api: ApiClient, chain: ChainView, positions: readonly ChainPosition[]) {
      const recorded = wanted.filter((one) => one.recordId !== null).slice(-live);
      for (const one of random.shuffled(recorded).slice(0, 2)) {
        if (one.recordId === null) continue;
        tags += 1;
        const tag = `tag${tags}`;
        await api.updatePosition(one.recordId, { [tag]: tags });
        one.acknowledgedTags.push(tag);
        acknowledged += 1;
        if (one.cancel === 'never' && random.chance(0.2)) {
          one.cancel = 'asked';
          await api.cancel(one.recordId);
          one.cancel = 'acknowledged';
          acknowledged += 1;
        }
        const onChainAgent = onChainAgentOf(positions, one);
        if (onChainAgent?.status === 'active' && random.chance(0.003)) await chain.cancel(onChainAgent.wallet, onChainAgent.positionId);
      }
    },
  };
}

export type Owners = ReturnType<typeof createOwners>;
