import { describe, expect, test } from 'bun:test';
import { simulateSteadyDays } from './dca/steady-days.ts';

// Counts the commits of one order, so that they cannot grow unnoticed. docs/sizing.md has the measurement with a whole service.

/** An order and everything that follows from it must not take more commits than this. */
const MOST_COMMITS = 12;
const SPACING_SEC = 600;
const ORDERS = 4;

type Place = { readonly blockMs: number; readonly confirmations: number; readonly isAlone: boolean };

/**
 * Returns the commits of one order of a position on days without faults: those from its tick until just before the next order's tick. The
 * orders are ten minutes apart, so nothing is stored together with the next order. The follower of the vault is left out: it stores one
 * commit in each minute with a new block, whether or not there are orders.
 */
async function commitsOfOneOrder(place: Place): Promise<readonly string[]> {
  const days = { seed: 1, depositAt: 30, orders: ORDERS, spacingSec: SPACING_SEC, isSkipping: false };
  const { ranSec, commits } = await simulateSteadyDays({ ...days, ...place });
  const [fromMs = 0, untilMs = 0] = [1, 2].map((n) => Math.floor((ranSec[n] ?? 0) / 60) * 60_000);
  const minutes = (untilMs - fromMs) / 60_000;
  const during = commits.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
  const [ofFollower, ofOrder] = [true, false].map((isFollower) => during.filter(({ type }) => (type === 'vault-follower') === isFollower));
  expect(ofFollower).toHaveLength(minutes);
  return (ofOrder ?? []).map(({ type, event }) => `${type} ${event}`);
}

describe('the commits of an order that is alone in its minute', () => {
  test('on a chain with quick blocks, on the only node of a store', async () => {
    const commits = await commitsOfOneOrder({ blockMs: 2_000, confirmations: 0, isAlone: true });
    expect(commits).toEqual([
      'dca-position TICK',
      'dca-position ORDER_PLANNED',
      'dca-batch ADD_ITEM',
      'transaction-sender REQUEST',
      'transaction-sender CALL_SIGNED',
      'transaction-sender ANSWERED',
      'dca-batch TX_SETTLED',
      'dca-position ORDER_SETTLED',
      'transaction-sender ACKNOWLEDGE',
      'dca-batch OUTCOME_RECORDED',
    ]);
    // One more is the commit of the follower that has the order's block.
    expect(commits.length + 1).toBeLessThanOrEqual(MOST_COMMITS);
  });

  test('among several nodes the gatherer waits for the orders of the others, with a commit of its own', async () => {
    const commits = await commitsOfOneOrder({ blockMs: 2_000, confirmations: 0, isAlone: false });
    expect(commits.slice(2, 4)).toEqual(['dca-batch ADD_ITEM', 'dca-batch SEAL']);
    expect(commits.length + 1).toBeLessThanOrEqual(MOST_COMMITS);
  });
});
