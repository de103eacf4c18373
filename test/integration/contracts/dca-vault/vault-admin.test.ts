import { afterAll, beforeAll, expect, test } from 'bun:test';
import { zeroAddress } from 'viem';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { admin, alice, bob, createVaultFixture, executor, farDeadline, stranger, type VaultFixture } from './vault-fixture.ts';

let f: VaultFixture;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());

const owner = async () => (await f.client.readContract({ address: f.vault, abi: dcaVaultAbi, functionName: 'owner' })).toLowerCase();
const allowed = async (target: `0x${string}`) =>
  await f.client.readContract({ address: f.vault, abi: dcaVaultAbi, functionName: 'isTargetAllowed', args: [target] });

test('only the admin names executors and routers', async () => {
  const { swapRouter } = f.deployment.contracts;
  for (const account of [alice, executor]) {
    expect(await f.revertOf(account, 'setExecutor', [account.address, true])).toBe('OwnableUnauthorizedAccount');
    expect(await f.revertOf(account, 'setTargetAllowed', [swapRouter, false])).toBe('OwnableUnauthorizedAccount');
    expect(await f.revertOf(account, 'setSpenderAllowed', [swapRouter, false])).toBe('OwnableUnauthorizedAccount');
  }
  expect(await f.revertOf(admin, 'setExecutor', [zeroAddress, true])).toBe('ZeroAddress');
});

test('neither a token, the vault itself nor a plain account can be listed as a router', async () => {
  for (const account of [f.token('USDC'), f.token('WETH'), f.token('USDN'), f.vault, bob.address]) {
    expect(await f.revertOf(admin, 'setTargetAllowed', [account, true])).toBe('NotARouter');
    expect(await f.revertOf(admin, 'setSpenderAllowed', [account, true])).toBe('NotARouter');
  }
});

test('a router taken off the list is refused at once', async () => {
  const { swapRouter } = f.deployment.contracts;
  const item = await f.order(await f.open());
  await f.act(admin, 'setTargetAllowed', [swapRouter, false]);
  expect(await allowed(swapRouter)).toBe(false);
  expect(await f.revertOf(executor, 'executeStrict', [item, farDeadline])).toBe('RouterNotAllowed');
  await f.act(admin, 'setTargetAllowed', [swapRouter, true]);
  expect(await f.revertOf(executor, 'executeStrict', [item, farDeadline])).toBe('success');
});

test('several executors may run orders, and one is removed without the others', async () => {
  const item = await f.order(await f.open());
  const asked = async () => [
    await f.revertOf(executor, 'executeStrict', [item, farDeadline]),
    await f.revertOf(stranger, 'executeStrict', [item, farDeadline]),
  ];
  expect(await asked()).toEqual(['success', 'NotExecutor']);
  await f.act(admin, 'setExecutor', [stranger.address, true]);
  expect(await asked()).toEqual(['success', 'success']);
  await f.act(admin, 'setExecutor', [executor.address, false]);
  expect(await asked()).toEqual(['NotExecutor', 'success']);
  await f.act(admin, 'setExecutor', [executor.address, true]);
  await f.act(admin, 'setExecutor', [stranger.address, false]);
});

test('the admin changes only when the new one accepts', async () => {
  await f.act(admin, 'transferOwnership', [bob.address]);
  expect(await owner()).toBe(admin.address);
  expect(await f.revertOf(alice, 'acceptOwnership', [])).toBe('OwnableUnauthorizedAccount');
  await f.act(bob, 'acceptOwnership', []);
  expect(await owner()).toBe(bob.address);
});

test('the admin and the executor have no function that moves a token', () => {
  const openToThem = ['acceptOwnership', 'announce', 'cancelAnnouncements', 'changeAll', 'execute', 'executeStrict', 'processAutoClaims'];
  const settings = [
    'open',
    'setAllowDelay',
    'setExecutor',
    'setFee',
    'setSpenderAllowed',
    'setTargetAllowed',
    'setTreasury',
    'transferOwnership',
  ];
  const ofOwners = ['cancel', 'claim', 'createPosition', 'setAutoBuy', 'setAutoClaim', 'setPriceBound', 'unpausePosition'];
  const ofOwnersAndGuardians = ['pauseAll', 'pausePosition', 'setGuardian', 'unpauseAll'];
  const ofTheVault = ['executeOrder', 'payOut'];
  const ofAnybody = ['payFees'];
  const writing = dcaVaultAbi.flatMap((entry): string[] =>
    entry.type === 'function' && entry.stateMutability === 'nonpayable' ? [entry.name] : [],
  );
  expect(writing.sort()).toEqual([...openToThem, ...settings, ...ofOwners, ...ofOwnersAndGuardians, ...ofTheVault, ...ofAnybody].sort());
});
