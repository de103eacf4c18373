import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { encodeFunctionData, maxUint256, zeroAddress } from 'viem';
import { autopilotVaultAbi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { createAutopilotVault } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createDcaVault } from '../../../../src/platform/chain/dca-vault/create-dca-vault.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { afterVaultFee } from '../../../../src/values/vault-fee.ts';
import { type AutopilotFixture, createAutopilotFixture, newTradeId, POLICY } from '../autopilot-vault/autopilot-fixture.ts';
import { admin, alice, bob, executor, farDeadline, HOUR, names, stranger, usdc } from '../dca-vault/vault-fixture.ts';
import { recordedVault } from '../recorded-vault.ts';
import { type AdminFixture, createAdminFixture, DAY } from './admin-fixture.ts';

/** An account that the test uses for nothing else, so that its balances are exactly the fees paid to it. */
const treasury = parseAddress('0x000000000000000000000000000000000000fee5');

let f: AdminFixture;
let a: AutopilotFixture;
beforeAll(async () => {
  f = await createAdminFixture();
  a = await createAutopilotFixture();
});
afterAll(async () => await Promise.all([f.devnet.stop(), a.stop()]));

const chainOf = (rpcUrl: string) =>
  createChains({ networks: [{ chainId: 31337, rpcUrls: [rpcUrl] }], log: silentLog, abis: [dcaVaultAbi, autopilotVaultAbi] }).of(31337);

/** Sets a fee, runs `work`, and sets the fee back to zero. */
async function withFee(vault: Address, bps: number, work: () => Promise<void>) {
  const { transact } = vault === a.vault ? a : f;
  const set = async (functionName: 'setTreasury' | 'setFee', value: unknown) =>
    expect((await transact(admin, { to: vault, abi: dcaVaultAbi, functionName, args: [value] })).status).toBe('success');
  await set('setTreasury', treasury);
  await set('setFee', bps);
  await work();
  await set('setFee', 0);
}

describe.each(['DcaVault', 'AutopilotVault'] as const)('%s', (name) => {
  test('has no fee until its admin sets one of at most 1 %, with a treasury that is not the zero address and not the vault', async () => {
    const vault = await f.closed(name);
    expect(await f.read(vault, 'feeBps')).toBe(0);
    expect(await f.refusal(admin, vault, 'setFee', [1])).toBe('InvalidTreasury');
    for (const nobody of [zeroAddress, vault.address])
      expect(await f.refusal(admin, vault, 'setTreasury', [nobody])).toBe('InvalidTreasury');
    await f.act(admin, vault, 'setTreasury', [treasury]);
    expect(await f.refusal(admin, vault, 'setFee', [101])).toBe('FeeTooHigh');
    expect(await f.refusal(admin, vault, 'setFee', [100])).toBe('success');
    for (const account of [alice, executor, stranger]) {
      expect(await f.refusal(account, vault, 'setFee', [0])).toBe('OwnableUnauthorizedAccount');
      expect(await f.refusal(account, vault, 'setTreasury', [account.address])).toBe('OwnableUnauthorizedAccount');
    }
  });

  test('needs the delay to change the treasury or raise the fee, but not to lower it', async () => {
    const vault = await f.opened(name, [
      ['setTreasury', [treasury]],
      ['setFee', [50]],
    ]);
    const changes: [string, readonly unknown[]][] = [
      ['setTreasury', [bob.address]],
      ['setFee', [51]],
    ];
    for (const change of changes) {
      expect(await f.refusal(admin, vault, ...change)).toBe('NotAnnounced');
      await f.announce(vault, ...change);
      expect(await f.refusal(admin, vault, ...change, DAY - 1)).toBe('TooEarlyForChange');
      expect(await f.refusal(admin, vault, ...change, DAY)).toBe('success');
    }
    expect(await f.refusal(admin, vault, 'setFee', [50])).toBe('success');
    expect(await f.refusal(admin, vault, 'setFee', [0])).toBe('success');
  });

  test('gives the treasury’s key no rights', async () => {
    const vault = await f.opened(name, [
      ['setTreasury', [bob.address]],
      ['setFee', [100]],
    ]);
    const changes = [
      ['setTreasury', [bob.address]],
      ['setFee', [100]],
      ['announce', [[]]],
      ['changeAll', [[]]],
    ] as const;
    for (const [functionName, args] of changes) expect(await f.refusal(bob, vault, functionName, args)).toBe('OwnableUnauthorizedAccount');
    expect(await f.refusal(bob, vault, name === 'DcaVault' ? 'execute' : 'executeTrades', [[], farDeadline])).toBe('NotExecutor');
    // Anybody may have the collected fees paid out to the treasury. Here there are no fees, so no balance changes.
    const before = await f.balance('USDC', bob.address);
    await f.act(bob, vault, 'payFees', [f.token('USDC')]);
    expect(await f.balance('USDC', bob.address)).toBe(before);
  });
});

describe('a DCA position', () => {
  const feeOf = async (positionId: number) => {
    const { positions } = await createDcaVault(chainOf(f.devnet.rpcUrl), f.vault).positions([{ wallet: alice.address, positionId }]);
    return positions[0]?.feeBps;
  };
  /** Builds an order through the real router. The order swaps only the amount that is left after the fee. */
  const order = async (positionId: number, bps: number) => {
    const { fromToken, toToken, nextOrderAmount } = await f.position(positionId);
    return await f.order(positionId, { data: f.swapData(fromToken, toToken, afterVaultFee(nextOrderAmount, bps), 3000) });
  };

  test('keeps the fee of its creation, and each order pays it to the treasury from the amount spent', async () => {
    const free = await f.open();
    let charged = 0;
    await withFee(f.vault, 35, async () => {
      charged = await f.open({ amount: usdc(100) + 1n });
    });
    expect([await feeOf(free), await feeOf(charged)]).toEqual([undefined, 35]);
    const before = await f.balance('USDC', treasury);
    expect(names(await f.execute(await order(free, 0)))).toEqual(['OrderExecuted']);
    expect(await f.balance('USDC', treasury)).toBe(before);

    let paid = 0n;
    for (let index = 0; index < 3; index += 1) {
      const { nextOrderAmount } = await f.position(charged);
      const fee = (nextOrderAmount * 35n) / 10_000n;
      const receipt = await f.transact(executor, {
        ...{ to: f.vault, abi: dcaVaultAbi, functionName: 'execute', args: [[await order(charged, 35)], farDeadline] },
      });
      paid += fee;
      const mined = await createDcaVault(chainOf(f.devnet.rpcUrl), f.vault).eventsOf(parseHash(receipt.transactionHash));
      expect(mined?.events).toMatchObject([
        { kind: 'order-executed', positionId: charged, orderIndex: index, amountIn: nextOrderAmount, fee },
      ]);
      expect(mined?.events.length).toBe(1);
      expect(await f.balance('USDC', treasury)).toBe(before + paid);
      await f.advance(HOUR);
    }
    expect(await f.position(charged)).toMatchObject({ status: 2, spent: usdc(100) + 1n });
    expect(paid).toBeGreaterThan(0n);
  });

  test('is not filled by a route that spends the fee too, or less than the amount left after the fee', async () => {
    await withFee(f.vault, 100, async () => {
      const id = await f.open();
      const item = await f.order(id);
      for (const bps of [0, 200]) {
        const { fromToken, toToken, nextOrderAmount } = await f.position(id);
        const data = f.swapData(fromToken, toToken, afterVaultFee(nextOrderAmount, bps), 3000);
        expect(await f.revertOf(executor, 'executeStrict', [{ ...item, data }, farDeadline])).not.toBe('success');
      }
      expect(await f.revertOf(executor, 'executeStrict', [await order(id, 100), farDeadline])).toBe('success');
      // A cancelled position must be refunded in full, because the fee is charged only on amounts that were spent.
      const before = await f.balance('USDC', alice.address);
      await f.dca.act(alice, 'cancel', [id]);
      expect((await f.balance('USDC', alice.address)) - before).toBe(usdc(300));
    });
  });

  test('applies its price bound to the whole amount spent, including the fee', async () => {
    await withFee(f.vault, 100, async () => {
      const id = await f.open();
      const item = await order(id, 100);
      const { result: amountOut } = await f.client.simulateContract({
        ...{ address: f.vault, abi: dcaVaultAbi, functionName: 'executeStrict', args: [item, farDeadline], account: executor.address },
      });
      const bound = (out: bigint) => ({ leastOutX36: (out * 10n ** 36n) / usdc(100), pool: zeroAddress, window: 0, maxDeviationBps: 0 });
      // The owner's price bound is compared with the whole spent amount, including the fee. The first bound lies between the two rates: the
      // output would satisfy it for the amount without the fee, but not for the whole amount.
      await f.dca.act(alice, 'setPriceBound', [id, bound((amountOut * 1_005n) / 1_000n)]);
      expect(await f.revertOf(executor, 'executeStrict', [item, farDeadline])).toBe('OutputBelowLimit');
      await f.dca.act(alice, 'setPriceBound', [id, bound((amountOut * 995n) / 1_000n)]);
      expect(await f.revertOf(executor, 'executeStrict', [item, farDeadline])).toBe('success');
    });
  });

  test('is filled even when the token refuses the treasury; the treasury is paid later', async () => {
    const coin = await f.deploy('HostileToken');
    const router = await f.deploy('HostileRouter');
    await f.allow(router.address);
    const tell = async (functionName: string, args: readonly unknown[]) =>
      await f.transact(admin, { to: coin.address, abi: coin.abi, functionName, args });
    await tell('mint', [alice.address, 3_000n]);
    await f.transact(alice, { to: f.token('WETH'), abi: erc20Abi, functionName: 'transfer', args: [router.address, 10n] });
    await withFee(f.vault, 100, async () => {
      const id = await f.open({ from: coin.address, amount: 3_000n });
      const step = (target: Address, functionName: string, args: readonly unknown[]) => ({
        target,
        data: encodeFunctionData({ abi: erc20Abi as typeof coin.abi, functionName, args }),
      });
      const steps = [step(coin.address, 'transferFrom', [f.vault, router.address, 990n]), step(f.token('WETH'), 'transfer', [f.vault, 1n])];
      const data = encodeFunctionData({ abi: router.abi, functionName: 'run', args: [steps] });
      await tell('setRefused', [treasury]);
      const item = await f.order(id, { target: router.address, spender: router.address, data });
      expect(names(await f.execute(item))).toEqual(['FeeTaken', 'OrderExecuted']);
      const kept = async () =>
        await f.client.readContract({ address: f.vault, abi: dcaVaultAbi, functionName: 'unpaidFees', args: [coin.address] });
      expect([await kept(), await f.balance(coin.address, treasury), await f.balance(coin.address, f.vault)]).toEqual([10n, 0n, 2_010n]);
      expect(await f.revertOf(stranger, 'payFees', [coin.address])).not.toBe('success');
      await tell('setRefused', [zeroAddress]);
      await f.dca.act(stranger, 'payFees', [coin.address]);
      expect([await kept(), await f.balance(coin.address, treasury)]).toEqual([0n, 10n]);
      await f.dca.act(stranger, 'payFees', [coin.address]);
      const before = await f.balance(coin.address, alice.address);
      await f.dca.act(alice, 'cancel', [id]);
      expect((await f.balance(coin.address, alice.address)) - before).toBe(2_000n);
      expect(await f.balance(coin.address, f.vault)).toBe(0n);
    });
  });
});

describe('an agent', () => {
  test('keeps the fee of its creation and pays it on buys and sales; its limits count the amount spent', async () => {
    const port = createAutopilotVault(chainOf(a.devnet.rpcUrl), a.vault);
    const free = await a.create();
    let charged = 0n;
    expect(await port.newAgentFeeBps()).toBe(0);
    await withFee(a.vault, 100, async () => {
      expect(await port.newAgentFeeBps()).toBe(100);
      charged = await a.create();
    });
    const { agents } = await port.agents([Number(free), Number(charged)]);
    expect(agents.map((agent) => agent?.feeBps)).toEqual([undefined, 100]);
    const bought = a.buy(usdc(100), { data: a.steps(a.take(a.token('USDC'), usdc(99)), a.mint(50_000n)) });
    const receipt = await a.transact(executor, {
      ...{ to: a.vault, abi: autopilotVaultAbi, functionName: 'executeTrade', args: [charged, newTradeId(), bought, maxUint256, POLICY] },
    });
    const mined = await port.eventsOf(parseHash(receipt.transactionHash));
    expect(mined?.events).toMatchObject([{ kind: 'trade', amountIn: usdc(100), amountOut: 50_000n, fee: usdc(1) }]);
    expect(mined?.events.length).toBe(1);
    expect(await a.balance('USDC', treasury)).toBe(usdc(1));
    expect(await a.agent(charged)).toMatchObject({ spentToday: usdc(100), balances: [usdc(900), 0n, 50_000n] });
    expect(await a.refusal(charged, { ...bought, amountIn: usdc(100) + 1n })).toBe('ExceedsMaxPerTrade');

    const sale = a.sell(10_000n, { data: a.steps(a.take(a.coin.address, 9_900n), a.pay(a.token('USDC'), 7n)) });
    expect(await a.trade(charged, sale)).toMatchObject({ amountIn: 10_000n, amountOut: 7n, isBuy: false });
    expect(await a.balance(a.coin.address, treasury)).toBe(100n);
    expect((await a.agent(charged)).balances).toEqual([usdc(900) + 7n, 0n, 40_000n]);
    // The agent's whole balance, down to the last base unit, must be withdrawable.
    await a.act(alice, 'withdraw', [charged, a.coin.address, maxUint256]);
    expect((await a.trade(free, a.buy(usdc(100)))).amountIn).toBe(usdc(100));
    expect(await a.balance('USDC', treasury)).toBe(usdc(1));
  });
});

test('vaults of version 1 still work, without a fee', async () => {
  const [dca, autopilot] = [
    await f.writer.deploy(recordedVault('dca-vault-version-1'), [admin.address, executor.address]),
    await f.writer.deploy(recordedVault('autopilot-vault-version-1'), [admin.address, executor.address]),
  ];
  const router = f.deployment.contracts.swapRouter;
  for (const vault of [dca, autopilot]) {
    for (const functionName of ['setTargetAllowed', 'setSpenderAllowed']) {
      await f.transact(admin, { to: vault, abi: dcaVaultAbi, functionName, args: [router, true] });
    }
    await f.transact(alice, { to: f.token('USDC'), abi: erc20Abi, functionName: 'approve', args: [vault, usdc(300)] });
  }
  const [dollars, ether] = [f.token('USDC'), f.token('WETH')];
  const create = { to: dca, abi: dcaVaultAbi, functionName: 'createPosition', args: [dollars, ether, usdc(300), 3, 3 * HOUR, true, false] };
  expect((await f.transact(alice, create)).status).toBe('success');
  const chain = chainOf(f.devnet.rpcUrl);
  const [position] = (await createDcaVault(chain, dca).positions([{ wallet: alice.address, positionId: 1 }])).positions;
  expect([position?.status, position?.feeBps, position?.guard === undefined]).toEqual(['active', undefined, false]);
  const item = {
    wallet: alice.address,
    positionId: 1,
    orderIndex: 0,
    target: router,
    spender: router,
    amountOutMin: 1n,
    gasLimit: 600_000n,
  };
  const filled = await f.transact(executor, {
    ...{ to: dca, abi: dcaVaultAbi, functionName: 'execute' },
    args: [[{ ...item, data: f.swapData(dollars, ether, usdc(100), 3000, dca) }], farDeadline],
  });
  const orders = (await createDcaVault(chain, dca).eventsOf(parseHash(filled.transactionHash)))?.events ?? [];
  expect(orders.map((event) => [event.kind, 'fee' in event])).toEqual([['order-executed', false]]);

  const limits = { maxPerTrade: usdc(100), maxPerDay: usdc(100), maxTradesPerDay: 1, expiry: 2n ** 40n };
  const agent = { functionName: 'createAgent', args: [POLICY, dollars, [dollars, ether], limits, usdc(300)] };
  expect((await f.transact(alice, { to: autopilot, abi: autopilotVaultAbi, ...agent })).status).toBe('success');
  const port = createAutopilotVault(chain, autopilot);
  const [read] = (await port.agents([1])).agents;
  expect(await port.newAgentFeeBps()).toBe(0);
  expect([read?.owner, read?.feeBps, read?.guard === undefined]).toEqual([alice.address, undefined, false]);
  const swap = { tokenIn: dollars, tokenOut: ether, amountIn: usdc(100), amountOutMin: 1n, target: router, spender: router };
  const data = f.swapData(dollars, ether, usdc(100), 3000, autopilot);
  const traded = await f.sendData(
    executor,
    autopilot,
    port.encodeExecuteTrade(1, parseHash(POLICY), { ...swap, data, policyHash: parseHash(POLICY) }, 2 ** 40),
  );
  const trades = (await port.eventsOf(parseHash(traded.transactionHash)))?.events ?? [];
  expect(trades.map((event) => [event.kind, 'fee' in event])).toEqual([['trade', false]]);
});
