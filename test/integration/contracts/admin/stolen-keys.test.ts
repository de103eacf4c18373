// Tests on chain what docs/contracts.md states about stolen keys: the worst that each key allows a thief to do.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Abi, encodeFunctionData, type Hex, keccak256, maxUint256, toHex, zeroAddress, zeroHash } from 'viem';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import type { Address } from '../../../../src/values/address.ts';
import { admin, alice, bob, executor, farDeadline, HOUR, stranger, usdc } from '../dca-vault/vault-fixture.ts';
import { type AdminFixture, createAdminFixture, DAY, type Deployed } from './admin-fixture.ts';

/** The account to which a thief with a stolen key sends the money. */
const thief = stranger;
const POLICY = keccak256(toHex('a policy'));

let f: AdminFixture;
/** A router contract that makes any calls it is given. The thief controls it. */
let robber: { address: Address; abi: Abi };
beforeAll(async () => {
  f = await createAdminFixture();
  robber = await f.deploy('HostileRouter');
});
afterAll(async () => await f.devnet.stop());

type Change = readonly [string, readonly unknown[]];
const announceAll = async (vault: Deployed, changes: readonly Change[]) =>
  await f.act(admin, vault, 'announce', [changes.map(([functionName, args]) => f.encode(vault, functionName, args))]);
const makeAll = async (vault: Deployed, changes: readonly Change[]) =>
  await f.act(admin, vault, 'changeAll', [changes.map(([functionName, args]) => f.encode(vault, functionName, args))]);

const setUp = (router: Address): Change[] => [
  ['setExecutor', [executor.address, true]],
  ['setTargetAllowed', [router, true]],
  ['setSpenderAllowed', [router, true]],
];
/** Changes with which a thief who has the admin's key prepares a theft: the thief becomes executor, and the thief's router is allowed. */
const wanted = (): Change[] => [
  ['setExecutor', [thief.address, true]],
  ['setTargetAllowed', [robber.address, true]],
  ['setSpenderAllowed', [robber.address, true]],
];

const call = (target: Address, abi: Abi, functionName: string, args: readonly unknown[]) => ({
  target,
  data: encodeFunctionData({ abi, functionName, args }),
});
/** Calldata for the thief's router: it sends the input to the thief, and one base unit of the output to the vault. */
function robbery(vault: Address, amountIn: bigint): Hex {
  const take = call(f.token('USDC'), erc20Abi, 'transferFrom', [vault, thief.address, amountIn]);
  const bring = call(f.token('WETH'), erc20Abi, 'transfer', [vault, 1n]);
  return encodeFunctionData({ abi: robber.abi, functionName: 'run', args: [[take, bring]] });
}

/**
 * The actions of the test with one vault. `enter`: Alice deposits money. `leave`: Alice withdraws it. `rob`: a thief tries to take 100
 * USDC.
 */
type Case = {
  readonly name: 'DcaVault' | 'AutopilotVault';
  enter(vault: Deployed): Promise<void>;
  /**
   * Alice withdraws her money.
   * @returns the amount that she got back
   */
  leave(vault: Deployed): Promise<bigint>;
  rob(vault: Deployed): Change;
  bound(vault: Deployed): Promise<unknown>;
};

async function paidTo(owner: DevnetAccount, pay: () => Promise<unknown>): Promise<bigint> {
  const before = await f.balance('USDC', owner.address);
  await pay();
  return (await f.balance('USDC', owner.address)) - before;
}

async function approve(vault: Deployed): Promise<void> {
  await f.transact(alice, { to: f.token('USDC'), abi: erc20Abi, functionName: 'approve', args: [vault.address, usdc(300)] });
}

const oneToOne = { leastOutX36: 10n ** 36n, pool: zeroAddress, window: 0, maxDeviationBps: 0 };
const routed = (vault: Deployed) => ({ target: robber.address, spender: robber.address, data: robbery(vault.address, usdc(100)) });

const cases: Case[] = [
  {
    name: 'DcaVault',
    async enter(vault) {
      await approve(vault);
      await f.act(alice, vault, 'createPosition', [f.token('USDC'), f.token('WETH'), usdc(300), 3, 3 * HOUR, true, false]);
    },
    leave: async (vault) => await paidTo(alice, async () => await f.act(alice, vault, 'cancel', [1])),
    rob(vault) {
      const item = { wallet: alice.address, positionId: 1, orderIndex: 0, ...routed(vault), amountOutMin: 1n, gasLimit: 0n };
      return ['executeStrict', [item, farDeadline]];
    },
    bound: async (vault) => await f.act(alice, vault, 'setPriceBound', [1, oneToOne]),
  },
  {
    name: 'AutopilotVault',
    async enter(vault) {
      await approve(vault);
      const [dollars, ether] = [f.token('USDC'), f.token('WETH')];
      const limits = { maxPerTrade: usdc(100), maxPerDay: usdc(150), maxTradesPerDay: 5, expiry: 2n ** 63n };
      await f.act(alice, vault, 'createAgent', [POLICY, dollars, [dollars, ether], limits, usdc(300)]);
    },
    leave: async (vault) => await paidTo(alice, async () => await f.act(alice, vault, 'withdraw', [1n, f.token('USDC'), maxUint256])),
    rob(vault) {
      const trade = { tokenIn: f.token('USDC'), tokenOut: f.token('WETH'), amountIn: usdc(100), amountOutMin: 1n, ...routed(vault) };
      return ['executeTrade', [1n, zeroHash, trade, farDeadline, POLICY]];
    },
    bound: async (vault) => await f.act(alice, vault, 'setPriceBound', [1n, f.token('USDC'), f.token('WETH'), oneToOne]),
  },
];

describe.each(cases)('$name: the admin’s key', ({ name, enter, leave, rob, bound }) => {
  const open = async () => {
    const vault = await f.opened(name, setUp(f.deployment.contracts.swapRouter));
    await enter(vault);
    return vault;
  };

  test('pauses the vault at once, and owners can still withdraw', async () => {
    const vault = await open();
    await makeAll(
      vault,
      setUp(f.deployment.contracts.swapRouter).map(([setter, [who]]) => [setter, [who, false]]),
    );
    expect(await f.refusal(executor, vault, ...rob(vault))).toBe('NotExecutor');
    expect(await leave(vault)).toBe(usdc(300));
  });

  test('allows no router and no executor until owners had the whole delay to withdraw', async () => {
    const vault = await open();
    for (const change of wanted()) expect(await f.refusal(admin, vault, ...change)).toBe('NotAnnounced');
    await announceAll(vault, wanted());
    for (const change of wanted()) expect(await f.refusal(admin, vault, ...change, DAY - 1)).toBe('TooEarlyForChange');
    await f.advance(DAY - 10);
    expect(await leave(vault)).toBe(usdc(300));
    await f.advance(10);
    await makeAll(vault, wanted());
    expect(await f.refusal(thief, vault, ...rob(vault))).toBe(name === 'DcaVault' ? 'PositionNotActive' : 'InsufficientBalance');
  });

  test('after the delay allows as much theft as an executor’s key with a router does, from an owner who set no bound', async () => {
    const vault = await open();
    await announceAll(vault, wanted());
    await f.advance(DAY);
    await makeAll(vault, wanted());
    await f.transact(alice, { to: f.token('WETH'), abi: erc20Abi, functionName: 'transfer', args: [robber.address, 10n] });
    const [functionName, args] = rob(vault);
    const stolen = await paidTo(thief, async () => await f.act(thief, vault, functionName, args));
    expect(stolen).toBe(usdc(100));
    // A second theft must fail: the next order is not due yet, or the limits of the agent are used up.
    const again = rob(vault);
    if (name === 'DcaVault') {
      const next = { ...(again[1][0] as object), orderIndex: 1 };
      expect(await f.refusal(thief, vault, 'executeStrict', [next, farDeadline])).toBe('TooEarly');
    } else {
      const [agentId, , ...rest] = again[1];
      expect(await f.refusal(thief, vault, 'executeTrade', [agentId, keccak256('0x01'), ...rest])).toBe('ExceedsMaxPerDay');
    }
    expect(await leave(vault)).toBe(usdc(200));
  });

  test('cannot exceed a bound that an owner set, even after the delay', async () => {
    const vault = await open();
    await bound(vault);
    await announceAll(vault, wanted());
    await f.advance(DAY);
    await makeAll(vault, wanted());
    await f.transact(alice, { to: f.token('WETH'), abi: erc20Abi, functionName: 'transfer', args: [robber.address, 10n] });
    expect(await f.refusal(thief, vault, ...rob(vault))).toBe('OutputBelowLimit');
    expect(await leave(vault)).toBe(usdc(300));
  });

  test('cannot move a token by a direct call, alone or in a batch of changes', async () => {
    const vault = await open();
    const ofOwners: Change[] =
      name === 'DcaVault'
        ? [
            ['cancel', [1]],
            ['claim', [1, 1n]],
            ['setPriceBound', [1, oneToOne]],
            ['setAutoBuy', [1, true]],
            ['payOut', [alice.address, 1]],
          ]
        : [
            ['withdraw', [1n, f.token('USDC'), 1n]],
            ['setActive', [1n, true]],
            ['setSellCap', [1n, f.token('WETH'), 1n]],
          ];
    const refusals = name === 'DcaVault' ? ['PositionNotFound', 'NotSelf'] : ['NotAgentOwner'];
    for (const change of [...ofOwners, rob(vault)]) {
      const expected = change[0].startsWith('execute') ? ['NotExecutor'] : refusals;
      expect(expected).toContain(await f.refusal(admin, vault, ...change));
      expect(expected).toContain(await f.refusal(admin, vault, 'changeAll', [[f.encode(vault, ...change)]]));
    }
  });
});

describe.each(cases)('$name: an executor’s key', ({ name, enter, leave, rob }) => {
  test('cannot change the vault or call a router that is not allowed; its role is revoked at once, and owners can withdraw', async () => {
    const vault = await f.opened(name, setUp(f.deployment.contracts.swapRouter));
    await enter(vault);
    for (const change of [...wanted(), ['announce', [[]]], ['changeAll', [[]]], ['open', [0]]] as Change[]) {
      expect(await f.refusal(executor, vault, ...change)).toBe('OwnableUnauthorizedAccount');
    }
    expect(await f.refusal(executor, vault, ...rob(vault))).toBe('RouterNotAllowed');
    await f.act(admin, vault, 'setExecutor', [executor.address, false]);
    expect(await f.refusal(executor, vault, ...rob(vault))).toBe('NotExecutor');
    expect(await leave(vault)).toBe(usdc(300));
  });

  test('can steal one order, or as much as the limits of an agent allow, through an allowed router that pays any recipient', async () => {
    const vault = await f.opened(name, setUp(robber.address));
    await enter(vault);
    await f.transact(alice, { to: f.token('WETH'), abi: erc20Abi, functionName: 'transfer', args: [robber.address, 10n] });
    const [functionName, args] = rob(vault);
    expect(await paidTo(thief, async () => await f.act(executor, vault, functionName, args))).toBe(usdc(100));
    expect(await leave(vault)).toBe(usdc(200));
  });
});

describe.each(cases)('$name: a guardian’s key', ({ name, enter, leave, rob }) => {
  test('can pause, but not unpause or steal, and the owner can still withdraw', async () => {
    const vault = await f.opened(name, setUp(robber.address));
    await enter(vault);
    await f.act(alice, vault, 'setGuardian', [bob.address]);
    await f.act(bob, vault, 'pauseAll', [alice.address]);
    expect(await f.refusal(executor, vault, ...rob(vault))).toBe('AllArePaused');
    await f.act(bob, vault, 'unpauseAll', []);
    expect(await f.refusal(executor, vault, ...rob(vault))).toBe('AllArePaused');
    expect(await f.refusal(bob, vault, ...rob(vault))).toBe('NotExecutor');
    await f.act(alice, vault, 'unpauseAll', []);
    await f.act(alice, vault, 'setGuardian', [zeroAddress]);
    expect(await f.refusal(bob, vault, 'pauseAll', [alice.address])).toBe('NotOwnerOrGuardian');
    expect(await leave(vault)).toBe(usdc(300));
  });
});

describe('Relayer', () => {
  test('the admin’s key can withdraw the collected fees, but no tokens that wallets have approved', async () => {
    const relayer = await f.opened('Relayer', [['setSigner', [executor.address, true]]]);
    const dollars = f.token('USDC');
    await f.transact(alice, { to: dollars, abi: erc20Abi, functionName: 'approve', args: [relayer.address, usdc(1_000)] });
    await f.transact(alice, { to: dollars, abi: erc20Abi, functionName: 'transfer', args: [relayer.address, usdc(3)] });
    expect(await f.refusal(admin, relayer, 'withdrawFees', [dollars, thief.address, usdc(4)])).not.toBe('success');
    const paid = await paidTo(thief, async () => await f.act(admin, relayer, 'withdrawFees', [dollars, thief.address, usdc(3)]));
    expect(paid).toBe(usdc(3));
    expect(await f.refusal(admin, relayer, 'setSigner', [thief.address, true])).toBe('NotAnnounced');
    expect(await f.refusal(admin, relayer, 'setFee', [1])).toBe('NotAnnounced');
    await f.announce(relayer, 'setFee', [101]);
    expect(await f.refusal(admin, relayer, 'setFee', [101], DAY)).toBe('FeeTooHigh');
  });

  test('a signer’s key alone moves nothing, because the wallet must send the transaction', async () => {
    const relayer = await f.opened('Relayer', [['setSigner', [executor.address, true]]]);
    const tokens = { fromToken: f.token('USDC'), toToken: f.token('WETH') };
    const whom = { from: alice.address, recipient: thief.address, target: robber.address, spender: robber.address };
    const amounts = { amountIn: usdc(1), amountOutMin: 1n, data: '0x', value: 0n, nonce: 1n, deadline: farDeadline };
    const signed = { ...tokens, ...whom, ...amounts };
    for (const account of [executor, thief, admin]) {
      expect(await f.refusal(account, relayer, 'executeMetaTransactionSwap', [signed, `0x${'00'.repeat(65)}`])).toBe('NotSender');
    }
    expect(await f.refusal(executor, relayer, 'setSigner', [thief.address, true])).toBe('OwnableUnauthorizedAccount');
  });
});
