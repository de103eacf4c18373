import { type Address, parseAddress } from '../../../src/values/address.ts';
import { type DcaNode, FROM_TOKEN, TO_TOKEN } from './create-dca-node.ts';
import type { SimChain } from './sim-chain.ts';
import { CHAIN_ID } from './sim-rpc.ts';
import type { Deposit } from './vault-model.ts';

/** Simulates owners of positions. They open a position before or after they report it to the service, or without reporting it. */
export type Owners = {
  readonly act: () => Promise<void>;
  /** Makes the service read the chain for the first time, as at its start. */
  readonly startFollowing: () => Promise<void>;
  /** Ids of the records whose creation the service has acknowledged. */
  readonly created: () => readonly string[];
};

const WALLETS: readonly Address[] = ['1', '2', '3', '4'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
const TRIES = 10;

export function createOwners(deps: {
  chain: SimChain;
  random: () => number;
  nodeAt: (at: number) => DcaNode;
  settle: () => Promise<void>;
}): Owners {
  const { chain, random, nodeAt, settle } = deps;
  const created: string[] = [];
  const later: (() => Promise<void>)[] = [];
  let opened = 0;

  /** Repeats a request of an owner a few times, because it may fail or never be answered. */
  async function answered<T>(ask: (node: DcaNode) => Promise<T>): Promise<T | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      let answer: T | null = null;
      ask(nodeAt(Math.floor(random() * 2))).then(
        (value) => {
          answer = value;
        },
        () => undefined,
      );
      await settle();
      if (answer !== null) return answer;
    }
    return null;
  }

  function someDeposit(): Deposit {
    opened += 1;
    const frequency = 2 + Math.floor(random() * 6);
    const spacingSec = 45 + Math.floor(random() * 300);
    const parties = { wallet: WALLETS[Math.floor(random() * WALLETS.length)] ?? WALLETS[0] ?? FROM_TOKEN, fromToken: FROM_TOKEN };
    // Two consecutive positions have the same amount. So the service cannot match positions to records by their terms alone.
    const amount = BigInt(Math.ceil(opened / 2)) * 1_000_003n + 100_000_000n;
    return { ...parties, toToken: TO_TOKEN, amount, frequency, intervalSec: frequency * spacingSec, autoClaim: random() < 0.4 };
  }

  async function createRecord({ wallet, amount, frequency, intervalSec }: Deposit): Promise<void> {
    const answer = await answered(({ service }) =>
      service.create({
        ...{ walletAddress: wallet, chainId: CHAIN_ID, fromToken: FROM_TOKEN, toToken: TO_TOKEN, frequency, interval: intervalSec },
        ...{ amount: `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`, isAutoBuy: true, timeFrame: 'minute' },
      }),
    );
    if (answer !== null && typeof answer._id === 'string') created.push(answer._id);
  }

  return {
    created: () => created,
    async startFollowing() {
      const done = await answered(async ({ positions }) => {
        await positions.followChain(CHAIN_ID);
        return true;
      });
      if (done === null) throw new Error('the follower could not be started');
    },
    async act() {
      for (const one of later.splice(0)) await one();
      if (random() > 0.12) return;
      const deposit = someDeposit();
      const dice = random();
      if (dice < 0.5) {
        await createRecord(deposit);
        later.push(async () => chain.deposit(deposit));
        return;
      }
      chain.deposit(deposit);
      if (dice < 0.8) later.push(() => createRecord(deposit));
    },
  };
}
