import { expect, test } from 'bun:test';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { deployedToken } from '../../../src/devnet/deployment.ts';
import { openOwnPool } from '../../support/own-pool.ts';
import { waitFor } from '../../support/wait-for.ts';
import { CHAIN_ID, startAgentWorld } from './agent-world.ts';

test("a stranger's pool with 6,000 dollars out of range triggers no exit; a real fall of the price does", async () => {
  await using world = await startAgentWorld();
  const wallet = world.walletOf(1);
  const [usdc, thin] = ['USDC', 'THIN'].map((symbol) => world.tokenOf(symbol).address.toLowerCase());
  const strategies = [
    { id: 'stop', type: 'stop_loss', token: thin, priceUsd: '2.5', sellBps: 10_000 },
    { id: 'dca', type: 'dca', tokenOut: thin, amount: '10', intervalSeconds: 86_400, maxRuns: 1 },
  ];
  const agent = await wallet.open(world.draft(strategies, { allowTokens: [usdc, thin] }), '100');
  const bought = await world.agentWhen(agent, 'the buy', (now) => now.strategies.some(({ id, runs }) => id === 'dca' && runs === 1));
  const held = bought.balances[thin ?? ''];

  const devnet = connectDevnet(world.service.dataDir);
  const side = (symbol: string) => ({ ...deployedToken(devnet.deployment, symbol), usd: '1' });
  const own = await openOwnPool(devnet, { sides: [side('THIN'), side('USDC')], fee: 500 });
  await own.everywhere('1');
  await own.outOfRange(side('USDC').address, '6000');
  // The service accepts a large price jump only after several readings. The loop waits for more readings than that.
  const seen = new Map<string, number>();
  await waitFor(
    async () => {
      const { at, priceUsd } = (await world.get(`/defi/autopilot/price/${CHAIN_ID}/${thin}`)) as { at: string; priceUsd: string };
      seen.set(at, Number(priceUsd));
      return seen.size >= 8;
    },
    { what: 'prices', timeoutMs: 60_000, everyMs: 100 },
  );
  for (const usd of seen.values()) expect(usd).toBeGreaterThan(4.8);
  expect((await world.show(agent)).balances[thin ?? '']).toBe(held ?? '');

  await world.movePrice('THIN', '2');
  const sold = await world.agentWhen(agent, 'the sale', (now) => now.strategies.some(({ id, runs }) => id === 'stop' && runs === 1));
  expect(sold.balances[thin ?? ''] ?? '0').toBe('0');
}, 120_000);
