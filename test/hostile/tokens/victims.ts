import { deployedToken } from '../../../src/devnet/deployment.ts';
import type { Address } from '../../../src/values/address.ts';
import { createAgentOwners, readTrades } from '../../crash/agent-owners.ts';
import { createApiClient } from '../../crash/api-client.ts';
import { createChainView, wallets } from '../../crash/chain-view.ts';
import { createSeededRandom } from '../../crash/seeded-random.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { HostileWorld } from '../hostile-world.ts';

/** Number of orders of a position. It is more than any run needs; each order spends a dollar or more. */
const ORDERS = 60;
/**
 * Seconds between two orders of a position. It is so short that a new order is due at every minute's tick, whatever the second in which the
 * last one was mined.
 */
const SPACING_SEC = 30;
const AGENTS = 2;

export type VictimFigures = { orders: number; trades: number; slowestMs: number };

/** Honest owners with positions and agents that buy. One new owner is added every minute. */
export type Victims = {
  /** Opens the owners' positions and agents, which buy from now on. */
  open(): Promise<void>;
  /** Opens one more position. The service must find it in the next minute, because the attack must not delay new owners either. */
  openAnother(): Promise<void>;
  /**
   * After the minute's tick, waits until each position has bought and each record shows it. The service must find a new position by the
   * second tick at the latest, and the position must buy at the tick after that.
   * @returns the guarantees that were still violated after `patienceMs` milliseconds
   */
  minute(patienceMs: number): Promise<readonly string[]>;
  /**
   * Compares the service's data with the chain.
   * @returns the differences
   */
  compare(): Promise<readonly string[]>;
  readonly figures: VictimFigures;
};

export function createVictims({ service, chain }: HostileWorld, seed: number): Victims {
  if (chain === null) throw new Error('Victims need a chain');
  const { rpcUrl, deployment } = chain;
  const api = createApiClient(service.url);
  const view = createChainView(rpcUrl, deployment);
  const agents = createAgentOwners(createSeededRandom(seed), { count: AGENTS, runs: ORDERS });
  const figures: VictimFigures = { orders: 0, trades: 0, slowestMs: 0 };
  const opened: { readonly wallet: Address; readonly amount: bigint; orders: number; minutes: number }[] = [];
  const token = (symbol: string) => deployedToken(deployment, symbol).address;

  async function openOne(): Promise<void> {
    const seq = opened.length;
    const wallet = wallets[seq % 2] ?? wallets[0];
    const amount = BigInt(600 + seq) * 10n ** 6n;
    const pair = { fromToken: token('USDC'), toToken: token(seq % 3 === 2 ? 'WBTC' : 'WETH') };
    await view.allow(wallet, pair.fromToken);
    await view.open({ ...pair, wallet, amount, frequency: ORDERS, intervalSec: ORDERS * SPACING_SEC, autoClaim: seq % 2 === 0 });
    // Only every second owner creates a record over HTTP. The service must find the other positions on chain by itself.
    if (seq % 2 === 0) {
      const { chainId } = deployment;
      const terms = { amount: String(600 + seq), frequency: ORDERS, interval: ORDERS * SPACING_SEC };
      await api.createPosition({ ...pair, ...terms, walletAddress: wallet, chainId: { chainId } });
    }
    opened.push({ wallet, amount, orders: 0, minutes: 0 });
  }

  /** Lists the positions that have not bought since the previous minute, and the new ones that the service has not found yet. */
  async function whoWaits(): Promise<readonly string[]> {
    const positions = await view.positions();
    const waiting: string[] = [];
    for (const one of opened) {
      const onChainAgent = positions.find(({ wallet, amount }) => wallet === one.wallet && amount === one.amount);
      const processed = onChainAgent?.processed ?? 0;
      const told = (await api.records(one.wallet)).find(({ positionId }) => positionId === onChainAgent?.positionId);
      if (one.minutes < 2) {
        if (one.minutes === 1 && told === undefined) waiting.push(`the new position of ${one.amount / 10n ** 6n} USDC is not found`);
        continue;
      }
      if (processed <= one.orders) waiting.push(`the position of ${one.amount / 10n ** 6n} USDC has bought ${processed} times`);
      else if (told?.processed !== processed)
        waiting.push(`the record of ${one.amount / 10n ** 6n} USDC shows ${told?.processed ?? 'nothing'}, not ${processed}`);
    }
    return waiting;
  }

  return {
    figures,
    async open() {
      for (let count = 0; count < 3; count += 1) await openOne();
      // The agents' owners act twice: the second time they find on chain what they sent the first time, and confirm it.
      for (let look = 0; look < 2; look += 1) await agents.act({ url: service.url, rpcUrl, deployment, isOver: () => false });
    },
    openAnother: openOne,
    async minute(patienceMs) {
      const startedMs = performance.now();
      let waiting: readonly string[] = ['nothing was looked at'];
      const isDone = async () => {
        waiting = await whoWaits();
        return waiting.length === 0;
      };
      await waitFor(isDone, { what: "everybody's order", timeoutMs: patienceMs, everyMs: 100 }).catch((error: unknown) => {
        waiting = [...waiting, ...(error instanceof Error && error.cause instanceof Error ? [error.cause.message] : [])];
      });
      figures.slowestMs = Math.max(figures.slowestMs, performance.now() - startedMs);
      const positions = await view.positions();
      for (const one of opened) {
        one.orders = positions.find(({ wallet, amount }) => wallet === one.wallet && amount === one.amount)?.processed ?? 0;
        one.minutes += 1;
      }
      figures.orders = opened.reduce((sum, { orders }) => sum + orders, 0);
      return waiting;
    },
    async compare() {
      const { executed } = await view.orders();
      const found: string[] = [];
      for (const one of await view.positions()) {
        const fills = await api.fills(one.wallet, one.positionId);
        const orders = executed.filter(({ wallet, positionId }) => wallet === one.wallet && positionId === one.positionId);
        const hashes = new Set(fills.map(({ txHash }) => txHash));
        if (fills.length !== orders.length || !orders.every(({ txHash }) => hashes.has(txHash))) {
          found.push(`position ${one.positionId} of ${one.wallet} has ${fills.length} fills of ${orders.length}`);
        }
      }
      const trades = await readTrades(rpcUrl, deployment);
      figures.trades = 0;
      for (const { confirmed } of agents.wanted) {
        const own = trades.filter(({ agentId }) => agentId === confirmed?.agentId);
        figures.trades += own.length;
        if (own.length === 0) found.push(`the agent ${confirmed?.agentId ?? '(unconfirmed)'} has not traded`);
      }
      return found;
    },
  };
}
