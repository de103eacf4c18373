import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Abi } from 'viem';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createDcaVault } from '../../../../src/platform/chain/dca-vault/create-dca-vault.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import type { Address } from '../../../../src/values/address.ts';
import { orderTimeAfter } from '../../../../src/values/dca-schedule.ts';
import { someOf } from '../../../support/which-cases.ts';
import { recordedVault } from '../recorded-vault.ts';
import {
  admin,
  alice,
  createVaultFixture,
  executor,
  farDeadline,
  HOUR,
  ITEM_GAS,
  names,
  reasonName,
  usdc,
  type VaultFixture,
} from './vault-fixture.ts';

let f: VaultFixture;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());

describe('whenever its orders run, a position', () => {
  const schedules = [
    { spacing: 'an hour', frequency: 12, interval: 12 * HOUR },
    { spacing: 'a minute', frequency: 12, interval: 12 * 60 },
    { spacing: 'a minute and a bit', frequency: 12, interval: 12 * 60 + 7 },
    { spacing: 'two minutes', frequency: 12, interval: 24 * 60 },
    { spacing: 'some seconds', frequency: 12, interval: 100 },
    { spacing: 'a second', frequency: 12, interval: 13 },
  ];
  for (const [seed, { spacing: name, ...schedule }] of someOf([...schedules.entries()], 4)) {
    test(`with orders ${name} apart never has more orders than slots, at the times that the program computes`, async () => {
      const random = seededRandom(seed + 1);
      const { frequency, interval: intervalSec } = schedule;
      const spacing = Math.floor(intervalSec / frequency);
      const id = await f.open({ ...schedule, amount: usdc(60) });
      const { depositTime: depositTimeSec } = await f.position(id);
      const slots = { depositTimeSec, intervalSec, frequency, slotPatienceSec: 60 };
      let last = 0;
      for (let index = 0; index < frequency; index += 1) {
        const order = await f.order(id);
        const { nextOrderTime: due } = await f.position(id);
        const now = Number((await f.client.getBlock()).timestamp);
        // Delay of the order in seconds. By chance it is zero, less than one slot, up to two slots, or up to ten slots.
        const dice = random();
        const lateness = dice < 0.4 ? 0 : Math.floor(random() * spacing * (dice < 0.7 ? 1 : dice < 0.9 ? 2 : 10));
        if (due - 1 > now) {
          await f.devnet.setNextBlockTimestamp(due - 1);
          const [failed] = await f.execute(order);
          if (failed?.eventName !== 'OrderFailed') throw new Error(`expected OrderFailed, got ${failed?.eventName}`);
          expect(reasonName(failed.args.reason)).toBe('TooEarly');
        }
        const at = Math.max(due + lateness, now + 1);
        await f.devnet.setNextBlockTimestamp(at);
        expect(names(await f.execute(order))).toEqual(['OrderExecuted']);
        expect(at).toBeGreaterThanOrEqual(depositTimeSec + Math.floor((index * intervalSec) / frequency));
        expect(at - last).toBeGreaterThanOrEqual(spacing / 2);
        const { nextOrderTime } = await f.position(id);
        if (index < frequency - 1) expect(nextOrderTime).toBe(orderTimeAfter(slots, due, at));
        last = at;
      }
      expect(await f.position(id)).toMatchObject({ status: 2, processed: frequency, spent: usdc(60) });
    });
  }
});

test('orders a minute apart run each minute of an hour, though the one who runs them comes round up to two seconds late', async () => {
  const random = seededRandom(60);
  for (const depositAt of someOf([31, 0, 3, 59])) {
    const begin = Math.ceil((Number((await f.client.getBlock()).timestamp) + 60) / 60) * 60 + depositAt;
    // The two approval transactions are mined before the transaction that opens the position, so the block's time is set for the third one.
    await f.devnet.setNextBlockTimestamp(begin - 2);
    const id = await f.open({ amount: usdc(60), frequency: 60, interval: 60 * 60 });
    const { depositTime } = await f.position(id);
    const first = Math.ceil(depositTime / 60) * 60;
    for (let minute = 0; minute < 60; minute += 1) {
      const tick = first + minute * 60;
      const { nextOrderTime, processed } = await f.position(id);
      expect({ processed, isDue: nextOrderTime <= tick }).toEqual({ processed: minute, isDue: true });
      await f.devnet.setNextBlockTimestamp(tick + 1 + Math.floor(random() * 3));
      expect(names(await f.execute(await f.order(id)))).toEqual(['OrderExecuted']);
    }
    expect((await f.position(id)).status).toBe(2);
  }
}, 120_000);

test('a vault of the version before spaces its orders as it always did, and is read as one', async () => {
  const old = await f.writer.deploy(recordedVault('dca-vault-before-slots'), [admin.address, executor.address]);
  const chain = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [dcaVaultAbi] }).of(31337);
  const send = async (from: DevnetAccount, to: Address, abi: Abi, functionName: string, args: readonly unknown[]) =>
    expect((await f.transact(from, { to, abi, functionName, args })).status).toBe('success');
  const router = f.deployment.contracts.swapRouter;
  for (const allow of ['setTargetAllowed', 'setSpenderAllowed']) await send(admin, old, dcaVaultAbi, allow, [router, true]);
  await send(alice, f.token('USDC'), erc20Abi, 'approve', [old, usdc(90)]);
  await send(alice, old, dcaVaultAbi, 'createPosition', [f.token('USDC'), f.token('WETH'), usdc(90), 3, 3 * HOUR, true, false]);
  const read = async () => (await createDcaVault(chain, old).positions([{ wallet: alice.address, positionId: 1 }])).positions[0];
  const before = await read();
  const data = f.swapData(f.token('USDC'), f.token('WETH'), usdc(30), 3000, old);
  const item = {
    wallet: alice.address,
    positionId: 1,
    orderIndex: 0,
    target: router,
    spender: router,
    data,
    amountOutMin: 1n,
    gasLimit: ITEM_GAS,
  };
  await f.advance(HOUR / 4);
  await send(executor, old, dcaVaultAbi, 'execute', [[item], farDeadline]);
  const after = await read();
  expect(after).toMatchObject({ processed: 1, status: 'active' });
  expect(after?.slotPatienceSec).toBeUndefined();
  expect(after?.nextOrderTimeSec).toBe((after?.lastOrderTimeSec ?? 0) + HOUR);
  if (before === undefined || after === undefined) throw new Error('the position could not be read');
  expect(orderTimeAfter(before, before.nextOrderTimeSec, after.lastOrderTimeSec)).toBe(after.nextOrderTimeSec);
});
