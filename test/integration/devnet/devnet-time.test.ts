import { expect, test } from 'bun:test';
import { startTestDevnet } from '../../support/devnet.ts';
import { latestBlock, sendSomething, temporaryFolder } from './devnet-harness.ts';

const DAY = 86_400;
const nowSeconds = () => Math.floor(Date.now() / 1000);

test('the chain starts at the time of the injected clock', async () => {
  const ahead = { now: () => Date.now() + 40 * DAY * 1000 };
  await using devnet = await startTestDevnet({ clock: ahead });
  await sendSomething(devnet.rpcUrl);
  const { timestamp } = await latestBlock(devnet.rpcUrl);
  expect(Math.abs(timestamp - nowSeconds() - 40 * DAY)).toBeLessThan(30);
});

test('after a restart no block is older than its parent, whatever the clock says', async () => {
  using folder = temporaryFolder();
  const first = await startTestDevnet({ dataDir: folder.path });
  const future = nowSeconds() + 10 * DAY;
  await first.mine(future);
  await first.stop();
  await using second = await startTestDevnet({ dataDir: folder.path });
  await sendSomething(second.rpcUrl);
  expect((await latestBlock(second.rpcUrl)).timestamp).toBeGreaterThanOrEqual(future);
});

test('time is driven by blocks, by the next block, or by the clock, and never backwards', async () => {
  await using devnet = await startTestDevnet();
  const start = nowSeconds() + DAY;
  await devnet.mine(start);
  expect((await latestBlock(devnet.rpcUrl)).timestamp).toBe(start);
  await devnet.setNextBlockTimestamp(start + 60);
  await sendSomething(devnet.rpcUrl);
  expect((await latestBlock(devnet.rpcUrl)).timestamp).toBe(start + 60);
  expect(await devnet.setTime(start - 5 * DAY)).toBe(start + 60);
  expect(await devnet.setTime(start + 600)).toBe(start + 600);
  await devnet.mine();
  expect((await latestBlock(devnet.rpcUrl)).timestamp).toBeGreaterThanOrEqual(start + 600);
});
