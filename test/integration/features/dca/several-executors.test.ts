import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { whyDcaPosition } from '../../../../actors/dca-position/why.ts';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import { chooseExecutor } from '../../../../src/market/chains/choose-executor.ts';
import { setupProbe } from '../../../../src/market/chains/setup-probe.ts';
import { executors } from '../../../crash/executors.ts';
import { admin, alice, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { CHAIN_ID, createDcaFixture } from './dca-fixture.ts';

const keys = executors.map(({ address }) => address);
const [, second = alice.address] = keys;
const MUCH = `0x${(10n ** 20n).toString(16)}`;

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
const setBalance = async (wei: string) => void (await createJsonRpc(dca.devnet.rpcUrl)('anvil_setBalance', [second, wei]));
beforeAll(async () => {
  dca = await createDcaFixture({ executors });
  await dca.act(admin, 'setExecutor', [second, true]);
  await setBalance(MUCH);
});
afterAll(() => dca[Symbol.asyncDispose]());

type Opened = { readonly id: string; readonly positionId: number; readonly key: string };

/**
 * Opens positions of three orders, a minute apart, until each of the two signing keys has two positions. Which key executes a position
 * depends on the id of its record.
 */
async function openForBoth(): Promise<readonly Opened[]> {
  const known = new Set((await dca.recordsOf(alice.address)).map(({ _id }) => _id));
  for (;;) {
    for (let n = 0; n < 4; n += 1) await dca.open({ amount: usdc(30), frequency: 3, interval: 180 });
    await dca.tick();
    const records = (await dca.recordsOf(alice.address)).filter(({ _id }) => !known.has(_id));
    const opened = records.map(({ _id, positionId }) => ({
      id: String(_id),
      positionId: Number(positionId),
      key: chooseExecutor(keys, String(_id)) ?? '',
    }));
    if (keys.every((key) => opened.filter((one) => one.key === key).length >= 2)) return opened;
  }
}

async function sendersOf({ positionId }: Opened): Promise<readonly string[]> {
  const { data: fills }: { data: { txHash: `0x${string}` }[] } = await dca.get(
    `/dca-fills?walletAddress=${alice.address}&positionId=${positionId}`,
  );
  const sent = await Promise.all(fills.map(({ txHash: hash }) => dca.chainClient.getTransaction({ hash })));
  return sent.map(({ from }) => from.toLowerCase());
}

const processedOf = async (opened: readonly Opened[]) =>
  await Promise.all(opened.map(async ({ positionId }) => (await dca.position(positionId)).processed));

test('the orders of a position are all sent by one key, and both keys send', async () => {
  const opened = await openForBoth();
  for (let minute = 0; minute < 5; minute += 1) await dca.tick();
  expect(await processedOf(opened)).toEqual(opened.map(() => 3));
  for (const one of opened) expect([one.positionId, await sendersOf(one)]).toEqual([one.positionId, [one.key, one.key, one.key]]);
}, 120_000);

test('while one key has nothing for gas, only its orders wait, and they say so', async () => {
  const opened = await openForBoth();
  const [poor, rich] = [opened.filter(({ key }) => key === second), opened.filter(({ key }) => key !== second)];
  const before = await processedOf(poor);
  await setBalance('0x0');
  for (let minute = 0; minute < 3; minute += 1) await dca.tick();
  expect(await processedOf(rich)).toEqual(rich.map(() => 3));
  expect(await processedOf(poor)).toEqual(before);
  for (const { id } of poor) {
    const record = await dca.client.of(dcaPosition, id).read();
    if (record === null) throw new Error(`${id} has no actor`);
    const { sentence } = whyDcaPosition(record.snapshot, dca.system.time.clock.now());
    expect(sentence).toContain(`the transaction of the order was never sent (refused: insufficient-funds: ${second} holds 0 wei`);
  }
  const chain = dca.chains.of(CHAIN_ID);
  const probe = setupProbe({ chain, networkOf: () => dca.networks.get(CHAIN_ID), executors: keys, signers: [], now: () => 0 });
  expect(await probe.check()).toContain(`executor: ${second} has 0 ETH`);

  await setBalance(MUCH);
  // The loop lasts longer than the longest back-off (5 minutes) of orders that were not sent, plus a minute for each of the three orders.
  for (let minute = 0; minute < 5 + 3; minute += 1) await dca.tick();
  expect(await processedOf(poor)).toEqual(poor.map(() => 3));
  for (const one of poor) expect(new Set(await sendersOf(one))).toEqual(new Set([second]));
}, 120_000);
