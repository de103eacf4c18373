import { expect, test } from 'bun:test';
import { waitFor } from '../../support/wait-for.ts';
import { startAgentWorld } from './agent-world.ts';

// The executor pays the gas of every trade. Without limits, agents that trade only a few dollars could use up its balance.

test('a wallet that has used up its daily gas waits, and its records say the amounts; its agents beyond the limit are shown and do not trade', async () => {
  await using world = await startAgentWorld({ DAILY_GAS_USD_EACH: '1', DAILY_GAS_USD_PER_WALLET: '1', MAX_AGENTS_PER_WALLET: '1' });
  const weth = world.tokenOf('WETH').address.toLowerCase();
  const thief = world.walletOf(1);
  const first = await thief.open(world.draft(buysOf(weth, ['a', 'b', 'c', 'd'])), '10');
  const second = await thief.open(world.draft(buysOf(weth, ['second'])), '10');
  const victim = await world.walletOf(2).open(world.draft(buysOf(weth, ['only'])), '10');

  const outcomesOf = async (agentId: number | null) => {
    const { data } = await world.call('GET', `/defi/autopilot/31337/${agentId}`);
    return JSON.stringify(data);
  };
  // Four buys of a dollar each would cost more than a dollar of gas. So some buys are made, and the others must wait until midnight (UTC).
  await waitFor(async () => (await outcomesOf(first.agentId)).includes('daily gas limit (UTC day) does not allow this transaction'), {
    what: 'the bound',
    timeoutMs: 60_000,
  });
  const spender = await world.agentWhen(first, 'its buys', ({ strategies }) => strategies.some(({ runs }) => runs === 1));
  expect(spender.strategies.filter(({ runs }) => runs > 0).length).toBeLessThan(4);
  await waitFor(async () => (await outcomesOf(second.agentId)).includes('more agents than the service executes'), {
    what: 'the second agent to be held back',
    timeoutMs: 60_000,
  });
  // The gas limit of another wallet is not used up, so that wallet's agent must still buy.
  await world.agentWhen(victim, 'the buy of another wallet', ({ strategies }) => strategies.some(({ runs }) => runs === 1));
}, 120_000);

function buysOf(tokenOut: string, ids: readonly string[]) {
  return ids.map((id) => ({ id, type: 'dca', tokenOut, amount: '1', intervalSeconds: 86_400, maxRuns: 1 }));
}
