import { describe, expect, test } from 'bun:test';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { encodeCall } from '../../../../src/platform/chain/encode-call.ts';
import { pause } from '../../../../src/platform/chain/pause.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { createSenderFixture, deployer, executor, recipient } from './sender-fixture.ts';

describe('the transaction sender on a real chain', () => {
  test('sends one request after the other with rising nonces, and reports the outcome of each', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    const firstNonce = await f.nonce();
    await f.request('a');
    await f.request('b');
    const a = await f.settled('a');
    const b = await f.settled('b');
    expect([a.outcome, b.outcome]).toEqual(['mined', 'mined']);
    expect(await f.chain.getBalance(recipient)).toBe(before + 2000n);
    expect(await f.nonce()).toBe(firstNonce + 2);
    const receipt = await f.chain.getReceipt(parseHash(b.txHash ?? ''));
    expect(receipt).toMatchObject({ status: 'success', blockHash: b.blockHash ?? '', from: executor.address });
    expect(receipt?.blockNumber).toBe(b.blockNumber ?? -1);
  });

  test('a transaction of its own takes four commits: requested, signed, sent and mined, acknowledged', async () => {
    await using f = await createSenderFixture({ looks: 100, pause });
    await f.request('a');
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined' });
    await f.sender().ask({ type: 'ACKNOWLEDGE', requestKey: 'a' });
    await f.system.advance(300_000);
    // The first commit creates the sender.
    const { revision = 0, view } = (await f.sender().read()) ?? {};
    expect({ revision, view }).toMatchObject({ revision: 1 + 4, view: { state: 'idle', unacknowledged: [] } });
  });

  test('a request that arrives while the one before it is watched ends the watching and is sent', async () => {
    const paused = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const waitForOther = async () => {
      paused.resolve();
      await arrived.promise;
    };
    await using f = await createSenderFixture({ looks: 1_000, pause: waitForOther });
    await f.automine(false);
    await f.request('a');
    await paused.promise;
    expect((await f.view())?.state).toBe('broadcasting');
    await f.request('b');
    arrived.resolve();
    await f.until('both transactions in flight', async () => (await f.view())?.inFlight.length === 2);
    await f.automine(true);
    await f.mine();
    expect([(await f.settled('a')).outcome, (await f.settled('b')).outcome]).toEqual(['mined', 'mined']);
  });

  test('a request key is sent once, before and after it was acknowledged', async () => {
    await using f = await createSenderFixture({ looks: 100, pause });
    const firstNonce = await f.nonce();
    await f.request('a');
    await f.settled('a');
    await f.request('a');
    const again = await f.settled('a', 2);
    expect(again).toEqual((await f.told('a'))[0] ?? again);
    await f.sender().ask({ type: 'ACKNOWLEDGE', requestKey: 'a' });
    await f.request('a');
    await f.system.advance(5_000);
    expect(await f.nonce()).toBe(firstNonce + 1);
    expect(await f.told('a')).toHaveLength(2);
    expect((await f.view())?.unacknowledged).toEqual([]);
  });

  test('a call that would revert is refused with the contract’s reason, and nothing is signed', async () => {
    await using f = await createSenderFixture();
    const data = encodeCall({ abi: dcaVaultAbi, functionName: 'setExecutor', args: [recipient, true] });
    const firstNonce = await f.nonce();
    await f.request('a', { call: { to: f.devnet.deployment.contracts.dcaVault, data, value: '0' } });
    expect(await f.settled('a')).toMatchObject({ outcome: 'refused', reason: 'OwnableUnauthorizedAccount' });
    expect(await f.nonce()).toBe(firstNonce);
  });

  test('a call that reverts on chain is reported as reverted, with the reason', async () => {
    await using f = await createSenderFixture();
    const { dcaVault } = f.devnet.deployment.contracts;
    await f.automine(false);
    // The call must fail only when it is mined: its gas estimate succeeds, and then the sender is removed from the vault's executors.
    const data = encodeCall({
      abi: dcaVaultAbi,
      functionName: 'processAutoClaims',
      args: [[{ wallet: recipient, positionId: 0 }], 2n ** 255n],
    });
    await f.request('a', { call: { to: dcaVault, data, value: '0', gas: '500000' } });
    const hash = await f.sentHash();
    const raised = {
      from: deployer.address,
      to: dcaVault,
      gas: '0x30d40',
      maxFeePerGas: '0x174876e800',
      maxPriorityFeePerGas: '0x174876e800',
    };
    await f.rpc('anvil_impersonateAccount', [deployer.address]);
    await f.rpc('eth_sendTransaction', [
      { ...raised, data: encodeCall({ abi: dcaVaultAbi, functionName: 'setExecutor', args: [executor.address, false] }) },
    ]);
    await f.mine();
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'reverted', txHash: hash, reason: 'NotExecutor' });
  });

  test('a signer without enough ether for gas is refused, with the amounts', async () => {
    await using f = await createSenderFixture();
    await f.rpc('anvil_setBalance', [executor.address, '0x5']);
    await f.request('a', { call: { value: '0' } });
    const { outcome, reason } = await f.settled('a');
    expect(outcome).toBe('refused');
    expect(reason).toStartWith('insufficient-funds');
  });

  test('a request past its deadline by chain time is never signed', async () => {
    await using f = await createSenderFixture();
    await f.request('a', { deadlineInSec: -1 });
    expect(await f.settled('a')).toMatchObject({ outcome: 'expired', reason: 'the deadline of the transaction has passed' });
  });

  test('a request that waits in the queue can be withdrawn; a signed one cannot', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    await f.request('a');
    await f.sentHash();
    await f.request('b');
    await f.sender().ask({ type: 'WITHDRAW', requestKey: 'b' });
    await f.sender().ask({ type: 'WITHDRAW', requestKey: 'a' });
    expect(await f.settled('b')).toMatchObject({ outcome: 'withdrawn' });
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined' });
  });

  test('a requester that is not ready for its result gets it later', async () => {
    await using f = await createSenderFixture();
    await f.requester().ask({ type: 'BE_BUSY' });
    await f.request('a');
    await f.until('an answer that was not taken', async () =>
      f.system.events.some((event) => event.kind === 'effect-ended' && event.name === 'reply' && event.outcome === 'retry'),
    );
    await f.requester().ask({ type: 'BE_READY' });
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined' });
    expect((await f.view())?.unacknowledged).toMatchObject([{ requestKey: 'a' }]);
  });

  test('the result for a requester that never accepts it is not kept forever', async () => {
    await using f = await createSenderFixture();
    await f.requester().ask({ type: 'BE_BUSY' });
    await f.request('a');
    await f.reaches('idle');
    await f.until('that nobody is waited for', async () => (await f.view())?.unacknowledged.length === 0);
    expect((await f.view())?.state).toBe('idle');
  });

  test('a key that this node does not have is refused', async () => {
    await using f = await createSenderFixture();
    const head = await f.chain.getBlock('latest');
    const call = { to: recipient, data: '0x', value: '0', gas: null };
    await f.system.system().send(`transaction-sender/31337/${deployer.address}`, {
      type: 'REQUEST',
      requestKey: 'a',
      replyTo: 'asker/1',
      call,
      deadlineSec: head.timestampSec + 100,
    });
    const { outcome, reason } = await f.settled('a');
    expect(outcome).toBe('refused');
    expect(reason).toStartWith('signer-missing');
  });
});
