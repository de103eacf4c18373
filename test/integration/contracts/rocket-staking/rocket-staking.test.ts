import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Abi, parseEventLogs, zeroAddress } from 'viem';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import type { Address } from '../../../../src/values/address.ts';
import { admin, alice, bob, createVaultFixture, errorName } from '../dca-vault/vault-fixture.ts';

const DELAY = 60;
let f: Awaited<ReturnType<typeof createVaultFixture>>;
let rocket: { address: Address; abi: Abi };
let staking: { address: Address; abi: Abi };

beforeAll(async () => {
  f = await createVaultFixture();
  const { contracts } = f.devnet.deployment;
  rocket = { address: contracts.rocket, abi: loadArtifact('Rocket').abi };
  staking = { address: contracts.rocketStaking, abi: loadArtifact('RocketStaking').abi };
});
afterAll(async () => await f.devnet.stop());

type Contract = typeof rocket;

async function act(from: DevnetAccount, of: Contract, functionName: string, ...args: unknown[]) {
  const receipt = await f.transact(from, { to: of.address, abi: of.abi, functionName, args });
  if (receipt.status !== 'success') throw new Error(`${functionName} reverted: ${await refusal(from, of, functionName, ...args)}`);
  return parseEventLogs({ abi: of.abi, logs: receipt.logs });
}

const refusal = (from: DevnetAccount, { address, abi }: Contract, functionName: string, ...args: unknown[]) =>
  f.client
    .simulateContract({ address, abi, functionName, args, account: from.address, blockTag: 'pending' })
    .then(() => 'success', errorName);

const read = ({ address, abi }: Contract, functionName: string, ...args: unknown[]) =>
  f.client.readContract({ address, abi, functionName, args });

type Change = { time: bigint; owner: string; level: number; state: number };
async function changes(tokenId: bigint, most = 64n): Promise<{ total: bigint; rows: (string | number)[][] }> {
  const [total, newest] = (await read(staking, 'changesOf', tokenId, most)) as [bigint, Change[]];
  return { total, rows: newest.map(({ owner, level, state }) => [owner.toLowerCase(), level, state]) };
}

/** Mints a new Rocket NFT for alice, and approves it for the staking contract. */
async function minted(level = 2): Promise<bigint> {
  await act(admin, rocket, 'mint', alice.address, level);
  const tokenId = (await read(rocket, 'count')) as bigint;
  await act(alice, rocket, 'approve', staking.address, tokenId);
  return tokenId;
}

test('each demo wallet has a rocket of its own level, and only the deployer mints', async () => {
  expect(((await read(rocket, 'ownerOf', 1n)) as string).toLowerCase()).toBe(alice.address);
  expect(((await read(rocket, 'ownerOf', 2n)) as string).toLowerCase()).toBe(bob.address);
  expect(await read(rocket, 'levelOf', 2n)).toBe(2);
  expect(await refusal(alice, rocket, 'mint', alice.address, 5)).toBe('NotDeployer');
  expect(await refusal(alice, rocket, 'setLevel', 1n, 5)).toBe('NotDeployer');
  for (const level of [0, 1_001]) expect(await refusal(admin, rocket, 'setLevel', 1n, level)).toBe('InvalidLevel');
});

test('a rocket is moved by its owner and whom he approves, once, and never to nobody', async () => {
  const tokenId = await minted();
  const move = ['transferFrom', alice.address, bob.address, tokenId] as const;
  expect(await refusal(bob, rocket, ...move)).toBe('NotApproved');
  expect(await refusal(alice, rocket, 'transferFrom', alice.address, zeroAddress, tokenId)).toBe('InvalidReceiver');
  expect(await refusal(alice, rocket, 'transferFrom', bob.address, alice.address, tokenId)).toBe('NotOwner');
  // The staking contract must reject Rockets that are sent to it directly, because nobody could get them back.
  expect(await refusal(alice, rocket, 'safeTransferFrom', alice.address, staking.address, tokenId)).not.toBe('success');
  await act(alice, rocket, ...move);
  expect(await read(rocket, 'getApproved', tokenId)).toBe(zeroAddress);
  expect(await refusal(alice, rocket, 'transferFrom', bob.address, alice.address, tokenId)).toBe('NotApproved');
  expect(await read(rocket, 'supportsInterface', '0x80ac58cd')).toBe(true);
});

test('a stake is begun, ended, begun again, and withdrawn after the delay, by its owner alone', async () => {
  const tokenId = await minted();
  // The call must fail. The error comes from the Rocket contract and not from the staking contract.
  expect(await refusal(bob, staking, 'stake', tokenId)).not.toBe('success');
  const events = await act(alice, staking, 'stake', tokenId);
  expect(events.filter((event) => 'eventName' in event && event.eventName === 'StakeChanged')).toMatchObject([
    { args: { tokenId, state: 1, level: 2, index: 0n } },
  ]);
  expect(((await read(rocket, 'ownerOf', tokenId)) as string).toLowerCase()).toBe(staking.address);
  for (const call of ['cancelUnstake', 'withdraw']) expect(await refusal(alice, staking, call, tokenId)).toBe('WrongState');
  expect(await refusal(bob, staking, 'requestUnstake', tokenId)).toBe('NotOwner');
  await act(alice, staking, 'requestUnstake', tokenId);
  expect(await refusal(bob, staking, 'cancelUnstake', tokenId)).toBe('NotOwner');
  await act(alice, staking, 'cancelUnstake', tokenId);
  await act(alice, staking, 'requestUnstake', tokenId);
  expect(await refusal(alice, staking, 'withdraw', tokenId)).toBe('TooEarly');
  const { timestamp } = await f.client.getBlock();
  await f.devnet.mine(Number(timestamp) + DELAY);
  expect(await refusal(bob, staking, 'withdraw', tokenId)).toBe('NotOwner');
  await act(alice, staking, 'withdraw', tokenId);
  expect(((await read(rocket, 'ownerOf', tokenId)) as string).toLowerCase()).toBe(alice.address);
  expect(await refusal(alice, staking, 'withdraw', tokenId)).toBe('WrongState');
  const { total, rows } = await changes(tokenId);
  expect(total).toBe(5n);
  expect(rows).toEqual([1, 2, 1, 2, 0].map((state) => [alice.address, 2, state]));
  expect((await changes(tokenId, 2n)).rows).toEqual(rows.slice(-2));
  expect(await changes(999n)).toEqual({ total: 0n, rows: [] });
});

test('a stake goes to another owner only while it is staked, and a new level is taken over by anybody', async () => {
  const tokenId = await minted();
  await act(alice, staking, 'stake', tokenId);
  expect(await refusal(bob, staking, 'transferStake', tokenId, bob.address)).toBe('NotOwner');
  expect(await refusal(alice, staking, 'transferStake', tokenId, zeroAddress)).toBe('ZeroAddress');
  await act(alice, staking, 'transferStake', tokenId, bob.address);
  expect(await refusal(alice, staking, 'requestUnstake', tokenId)).toBe('NotOwner');
  expect(await refusal(alice, staking, 'readLevel', tokenId)).toBe('SameLevel');
  await act(admin, rocket, 'setLevel', tokenId, 3);
  await act(alice, staking, 'readLevel', tokenId);
  await act(bob, staking, 'requestUnstake', tokenId);
  expect(await refusal(bob, staking, 'transferStake', tokenId, alice.address)).toBe('WrongState');
  expect(await refusal(bob, staking, 'readLevel', tokenId)).toBe('WrongState');
  expect((await changes(tokenId)).rows).toEqual([
    [alice.address, 2, 1],
    [bob.address, 2, 1],
    [bob.address, 3, 1],
    [bob.address, 3, 2],
  ]);
});
