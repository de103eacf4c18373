import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { startAgentWorld } from './agent-world.ts';

const historySchema = v.array(v.looseObject({ revision: v.number(), event: v.looseObject({ type: v.string() }) }));

test('an agent that is restored to a state before its buy still counts the buy, and does not repeat it', async () => {
  await using world = await startAgentWorld();
  const wallet = world.walletOf(4);
  const weth = world.tokenOf('WETH').address.toLowerCase();
  const agent = await wallet.open(world.draft([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '50', intervalSeconds: 86_400 }]), '200');
  const bought = await world.agentWhen(agent, 'the buy', ({ strategies }) => strategies[0]?.runs === 1);

  const id = encodeURIComponent(`autopilot-agent/${agent._id}`);
  const history = v.parse(historySchema, await world.get(`/operator/actors/${id}/history?limit=100`));
  const linked = history.find(({ event }) => event.type === 'LINKED');
  if (linked === undefined) throw new Error('The history does not have the link');
  const restored = await world.call('POST', `/operator/actors/${id}/restore`, { revision: linked.revision });
  expect(restored).toMatchObject({ status: 200 });

  const again = await world.agentWhen(
    agent,
    'the end of its questions',
    ({ phase, costBasis }) => phase === 'watching' && weth in costBasis,
  );
  expect(again.costBasis).toEqual(bought.costBasis);
  expect(again.strategies[0]?.runs).toBe(1);
  const settled = await world.agentWhen(agent, 'the next look', ({ strategies }) => strategies[0]?.outcome === 'not-due');
  expect(settled.onChain).toMatchObject({ spentToday: '50000000', tradesToday: 1 });
  expect((await world.activity(agent)).filter(({ kind }) => kind === 'trade')).toHaveLength(1);
});
