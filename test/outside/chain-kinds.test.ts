import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStoreAt } from '../../src/app/open-store.ts';
import { createGasDays, type GasDay } from '../../src/market/gas/gas-days.ts';
import { DEVNET_CHAIN_ID } from '../../src/values/chain-ids.ts';
import { wallClock } from '../support/devnet.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { runOutsideCampaign } from './campaign.ts';
import { chainKinds, LEAST_DATA_GAS, LEAST_DATA_WEI } from './modes/chain-kinds.ts';
import type { ChainShape } from './open-world.ts';

// Tests orders and trades on chains that behave like real ones: in how they charge for data, which transactions they accept, and how often
// they produce blocks. The RPC endpoints work correctly in this test.

const SEED = 11;
const MINUTES = 6;

/** Runs owners and the service on such a chain, and returns the gas costs of the service's transactions. */
async function runOn(shape: ChainShape, stepsSec?: readonly number[]): Promise<GasDay> {
  using folder = tempFolder();
  const plan = Array.from({ length: MINUTES }, () => ({ modes: [null, null] as const, event: null }));
  const report = await runOutsideCampaign({
    ...{ folder: folder.path, seed: SEED, plan, agents: { count: 1, runs: 2 }, shape },
    ...(stepsSec === undefined ? {} : { stepsSec }),
  });
  expect(report.problems).toEqual([]);
  expect(report.numbers['orders executed']).toBeGreaterThan(3);
  expect(report.numbers['trades of agents']).toBeGreaterThan(0);
  const store = await openStoreAt(`sqlite:${join(folder.path, 'service', 'coxswain.db')}`, wallClock);
  try {
    const [day] = await createGasDays({ records: store.records, clock: wallClock }).last(DEVNET_CHAIN_ID, 1);
    if (day === undefined) throw new Error('nothing was paid');
    return day;
  } finally {
    await store.close();
  }
}

test('an OP-stack chain: what data costs beside the gas is paid and counted', async () => {
  const day = await runOn({ kind: chainKinds['op-stack'], rollup: 'op-stack', blocksAtOnce: 3, blockSec: 2 });
  expect(BigInt(day.wei)).toBeGreaterThan(BigInt(day.transactions) * LEAST_DATA_WEI);
});

test('Arbitrum with four blocks a second: a transaction brings the gas for its data along', async () => {
  // The 12 blocks of a step have the same timestamp, like the blocks of one second on Arbitrum.
  const day = await runOn({ kind: chainKinds.arbitrum, rollup: 'arbitrum', blocksAtOnce: 12, blockSec: 0 });
  expect(BigInt(day.wei)).toBeGreaterThan(BigInt(day.transactions) * LEAST_DATA_GAS);
});

test('a chain without EIP-1559 that makes a block every twelve seconds', async () => {
  const day = await runOn({ kind: chainKinds.legacy, blocksAtOnce: 1, blockSec: 12, confirmations: 1 }, [0.05, 12, 24, 36, 48]);
  expect(day.transactions).toBeGreaterThan(0);
});
