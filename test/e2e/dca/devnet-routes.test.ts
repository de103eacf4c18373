import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dcaPosition } from '../../../actors/dca-position/actor.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { type DcaWorld, openDcaWorld, startDcaWorld } from '../support/dca-world.ts';

let shared: DcaWorld;
beforeAll(async () => {
  shared = await startDcaWorld();
}, 60_000);
afterAll(() => shared[Symbol.asyncDispose]());

type Asked = { readonly source: string; readonly result: string; readonly amountOut?: string };

/**
 * Opens a position that buys WETH at once. Returns what the position's record contains about the route sources that were asked for this
 * buy.
 */
async function routesOf(amount: string, owner: number) {
  const world = await openDcaWorld(shared.service, devnetAccounts.demo[owner] ?? devnetAccounts.demo[0]);
  const terms = { amount, frequency: 1, interval: 1 };
  const created = await world.create(terms);
  await world.open(terms);
  const fills = await world.fillsWhen(1);
  const url = `${world.service.url}/operator/actors/${encodeURIComponent(`${dcaPosition.type}/${created._id}`)}`;
  const reply = await fetch(url, { headers: world.service.asOperator() });
  const { data } = (await reply.json()) as { data: { snapshot: { context: { lastRoutes: { chosen: string; asked: Asked[] } } } } };
  return { ...data.snapshot.context.lastRoutes, received: BigInt(fills[0]?.amountOut ?? 0) };
}

test('on the devnet v2, v3, v4 and an aggregator compete for an order, and the record shows it', async () => {
  const { chosen, asked } = await routesOf('100', 0);
  expect(asked.map(({ source }) => source).sort()).toEqual(['devnet-aggregator', 'uniswap-v2', 'uniswap-v3', 'uniswap-v4']);
  expect(asked.find(({ source }) => source === chosen)?.result).toBe('chosen');
}, 60_000);

test('an order that is large for each pool goes through the aggregator that splits it', async () => {
  const { chosen, asked, received } = await routesOf('400000', 1);
  expect(chosen).toBe('devnet-aggregator');
  for (const { source, amountOut } of asked)
    if (source !== chosen && amountOut !== undefined) expect(BigInt(amountOut)).toBeLessThan(received);
}, 60_000);
