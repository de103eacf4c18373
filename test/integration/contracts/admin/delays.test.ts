import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keccak256, zeroAddress, zeroHash } from 'viem';
import { someOf } from '../../../support/which-cases.ts';
import { admin, alice, bob, executor, farDeadline, names, stranger, usdc } from '../dca-vault/vault-fixture.ts';
import { type AdminFixture, createAdminFixture, DAY, type DelayedContract, type Deployed, delayedContracts } from './admin-fixture.ts';

let f: AdminFixture;
beforeAll(async () => {
  f = await createAdminFixture();
});
afterAll(async () => await f.devnet.stop());

type Change = readonly [string, readonly unknown[]];

/**
 * Returns examples of changes to a contract, in pairs: `give` grants a permission or raises a fee and needs an announcement; `take` does
 * the opposite and needs none.
 */
const roles = (name: DelayedContract): readonly { readonly give: Change; readonly take: Change }[] => {
  const router = f.deployment.contracts.swapRouter;
  const both = (setter: string, who: string) => ({ give: [setter, [who, true]] as const, take: [setter, [who, false]] as const });
  if (name === 'Relayer') return [both('setSigner', bob.address), { give: ['setFee', [40]], take: ['setFee', [10]] }];
  return [both('setExecutor', bob.address), both('setTargetAllowed', router), both('setSpenderAllowed', router)];
};

/** Returns a call that a wallet makes first when it uses the contract. The contract must refuse this call until it is open. */
const firstCall = (name: DelayedContract): Change => {
  const [from, to] = [f.token('USDC'), f.token('WETH')];
  if (name === 'DcaVault') return ['createPosition', [from, to, usdc(1), 1, 60, true, false]];
  const limits = { maxPerTrade: 1n, maxPerDay: 1n, maxTradesPerDay: 1, expiry: 2n ** 40n };
  if (name === 'AutopilotVault') return ['createAgent', [zeroHash, from, [from, to], limits, 0n]];
  const nobody = { from: alice.address, recipient: alice.address, target: from, spender: from, fromToken: from, toToken: to };
  const amounts = { amountIn: 1n, amountOutMin: 1n, data: '0x', value: 0n, nonce: 0n, deadline: farDeadline };
  return ['executeMetaTransactionSwap', [{ ...nobody, ...amounts }, '0x']];
};

// The three contracts inherit the tested functions from the same base contract.
describe.each(someOf([...delayedContracts]))('%s', (name) => {
  const make = async (change: Change, of: Deployed) => await f.act(admin, of, ...change);
  const asked = async (change: Change, of: Deployed, afterSec?: number) => await f.refusal(admin, of, ...change, afterSec);

  test('cannot be used before its admin opens it, and is set up without a delay', async () => {
    const contract = await f.closed(name);
    const [functionName, args] = firstCall(name);
    expect(await f.refusal(alice, contract, functionName, args)).toBe('NotOpen');
    for (const account of [alice, executor, stranger]) {
      expect(await f.refusal(account, contract, 'open', [0])).toBe('OwnableUnauthorizedAccount');
      for (const { give } of roles(name)) expect(await f.refusal(account, contract, ...give)).toBe('OwnableUnauthorizedAccount');
    }
    for (const { give } of roles(name)) await make(give, contract);
    // An announcement before the opening must not count. Otherwise the change would take effect without the delay in which wallets can
    // notice it.
    expect(await asked(['announce', [[]]], contract)).toBe('NotOpen');
    expect(names(await make(['open', [DAY]], contract))).toEqual(['AllowDelayChanged', 'Opened']);
    expect(await f.refusal(alice, contract, functionName, args)).not.toBe('NotOpen');
    expect(await asked(['open', [0]], contract)).toBe('IsOpen');
  });

  test('grants a right only after the announced delay, and revokes at once', async () => {
    for (const { give, take } of roles(name)) {
      const contract = await f.opened(name);
      expect(await asked(give, contract)).toBe('NotAnnounced');
      const [event] = await f.announce(contract, ...give);
      const { timestamp } = await f.client.getBlock();
      const call = f.encode(contract, ...give);
      expect(event).toMatchObject({
        eventName: 'ChangeAnnounced',
        args: { id: keccak256(call), call, effectiveTime: timestamp + BigInt(DAY), expiryTime: timestamp + BigInt(15 * DAY) },
      });
      expect(await f.read(contract, 'announcedFor', [keccak256(call)])).toBe(timestamp + BigInt(DAY));
      expect(await asked(give, contract, DAY - 1)).toBe('TooEarlyForChange');
      expect(await asked(give, contract, DAY)).toBe('success');
      expect(await asked(give, contract, 15 * DAY)).toBe('success');
      expect(await asked(give, contract, 15 * DAY + 1)).toBe('AnnouncementExpired');
      await f.advance(DAY);
      await make(give, contract);
      await make(take, contract);
      // One announcement allows the change only once.
      expect(await asked(give, contract)).toBe('NotAnnounced');
    }
  });

  test('an announcement allows exactly its own change, and can be cancelled at once', async () => {
    const contract = await f.opened(name);
    const [{ give } = { give: ['', []] as Change }] = roles(name);
    await f.announce(contract, ...give);
    const other = name === 'Relayer' ? 'setSigner' : 'setExecutor';
    expect(await asked([other, [alice.address, true]], contract, DAY)).toBe('NotAnnounced');
    expect(names(await make(['cancelAnnouncements', [[keccak256(f.encode(contract, ...give))]]], contract))).toEqual([
      'AnnouncementCancelled',
    ]);
    expect(await asked(give, contract, DAY)).toBe('NotAnnounced');
  });

  test('only the admin can announce, cancel, change or open', async () => {
    const contract = await f.opened(name);
    const changes: Change[] = [
      ['announce', [[]]],
      ['cancelAnnouncements', [[]]],
      ['changeAll', [[]]],
      ['setAllowDelay', [0]],
    ];
    for (const account of [alice, executor, stranger]) {
      for (const [functionName, args] of [...changes, ['transferOwnership', [account.address]] as const]) {
        expect(await f.refusal(account, contract, functionName, args)).toBe('OwnableUnauthorizedAccount');
      }
    }
  });

  test('the delay itself changes after a delay, has a maximum, and its change voids earlier announcements', async () => {
    const contract = await f.opened(name);
    const [{ give } = { give: ['', []] as Change }] = roles(name);
    expect(await asked(['setAllowDelay', [0]], contract)).toBe('NotAnnounced');
    expect(await asked(['setAllowDelay', [2 * DAY]], contract)).toBe('NotAnnounced');
    const announced: Change[] = [['setAllowDelay', [0]], ['setAllowDelay', [60 * DAY]], give];
    for (const change of announced) await f.announce(contract, ...change);
    await f.advance(DAY);
    expect(await asked(['setAllowDelay', [60 * DAY]], contract)).toBe('DelayTooLong');
    await make(['setAllowDelay', [0]], contract);
    expect(await f.read(contract, 'announcedFor', [keccak256(f.encode(contract, ...give))])).toBe(0n);
    // With a delay of zero, changes need no announcement. An announcement made in that time must not count once a delay is set again.
    await f.announce(contract, ...give);
    await make(['setAllowDelay', [DAY]], contract);
    expect(await asked(give, contract, DAY)).toBe('NotAnnounced');
  });

  test('a new admin is announced, proposed, and must accept; a proposal is withdrawn at once; the role cannot be renounced', async () => {
    const contract = await f.opened(name);
    const propose: Change = ['transferOwnership', [bob.address]];
    const [{ give } = { give: ['', []] as Change }] = roles(name);
    expect(await asked(propose, contract)).toBe('NotAnnounced');
    expect(await asked(['renounceOwnership', []], contract)).toBe('CannotRenounce');
    for (const change of [propose, give]) await f.announce(contract, ...change);
    expect(await f.refusal(bob, contract, 'acceptOwnership', [], DAY)).toBe('OwnableUnauthorizedAccount');
    await f.advance(DAY);
    await make(propose, contract);
    expect(await f.refusal(bob, contract, 'acceptOwnership', [])).toBe('success');
    await make(['transferOwnership', [zeroAddress]], contract);
    expect(await f.refusal(bob, contract, 'acceptOwnership', [])).toBe('OwnableUnauthorizedAccount');
    await f.announce(contract, ...propose);
    await f.advance(DAY);
    await make(propose, contract);
    expect(await f.refusal(alice, contract, 'acceptOwnership', [])).toBe('OwnableUnauthorizedAccount');
    await f.act(bob, contract, 'acceptOwnership', []);
    expect(await f.refusal(admin, contract, 'announce', [[]])).toBe('OwnableUnauthorizedAccount');
    // After a change of the admin, announcements of the previous admin must be void.
    expect(await f.refusal(bob, contract, ...give)).toBe('NotAnnounced');
  });

  test('several changes of one call are all made, or none', async () => {
    const contract = await f.opened(name);
    const [role = { give: ['', []] as Change, take: ['', []] as Change }] = roles(name);
    const calls = [role.take, role.give].map((change) => f.encode(contract, ...change));
    expect(await asked(['changeAll', [calls]], contract)).toBe('NotAnnounced');
    await f.announce(contract, ...role.give);
    expect(await asked(['changeAll', [calls]], contract, DAY)).toBe('success');
    expect(await asked(['changeAll', [[...calls, '0x12345678']]], contract, DAY)).toBe('ChangeFailed');
  });
});
