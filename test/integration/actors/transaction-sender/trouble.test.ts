import { describe, expect, test } from 'bun:test';
import { createTransactionSenderEffects, type FaultPoint } from '../../../../actors/transaction-sender/effects.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { createBroadcastBeforeStoreEffects } from '../../../support/broadcast-before-store.ts';
import { createSenderFixture, executor, recipient } from './sender-fixture.ts';

const GWEI = 10n ** 9n;

describe('a transaction in trouble', () => {
  test('stuck below the base fee it is replaced at the same nonce, and the replacement is mined', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    const nonce = await f.nonce();
    await f.request('a');
    const first = await f.sentHash();
    await f.baseFee(500n * GWEI);
    await f.mine();
    const second = await f.until('a replacement', async () => {
      const view = await f.view();
      return view?.state === 'confirming' && view.inFlight[0]?.versions.length === 2
        ? (view.inFlight[0].versions.at(-1)?.hash ?? null)
        : null;
    });
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined', txHash: second });
    expect(second).not.toBe(first);
    expect(await f.nonce()).toBe(nonce + 1);
  });

  test('past its deadline by chain time it is cancelled at the same nonce', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    const nonce = await f.nonce();
    await f.automine(false);
    await f.request('a', { deadlineInSec: 600 });
    await f.sentHash();
    await f.baseFee(500n * GWEI);
    const head = await f.chain.getBlock('latest');
    await f.devnet.mine(head.timestampSec + 700);
    await f.until('a cancellation', async () => {
      const view = await f.view();
      return view?.state === 'confirming' && view.inFlight[0]?.versions.at(-1)?.kind === 'cancellation';
    });
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'expired', reason: 'the deadline of the transaction has passed' });
    expect(await f.chain.getBalance(recipient)).toBe(before);
    expect(await f.nonce()).toBe(nonce + 1);
  });

  test('when the node has dropped it, the same bytes are sent again', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    await f.request('a');
    const hash = await f.sentHash();
    await f.rpc('anvil_dropTransaction', [hash]);
    expect(await f.chain.getTransaction(parseHash(hash))).toBeNull();
    await f.until('the same bytes in the pool', async () => (await f.chain.getTransaction(parseHash(hash))) !== null);
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined', txHash: hash });
  });

  test('a nonce that was used elsewhere is noticed, and the call goes out once with the next one', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    await f.automine(false);
    await f.request('a');
    const hash = await f.sentHash();
    const nonce = await f.nonce();
    await f.rpc('anvil_dropTransaction', [hash]);
    await f.sendElsewhere(nonce);
    await f.mine();
    await f.until('another nonce', async () => {
      const view = await f.view();
      return view?.state === 'confirming' && view.inFlight[0]?.nonce === nonce + 1;
    });
    await f.mine();
    const { outcome, txHash } = await f.settled('a');
    expect(outcome).toBe('mined');
    expect(txHash).not.toBe(hash);
    expect(await f.chain.getBalance(recipient)).toBe(before + 1000n + 1n);
  });

  test('a foreign transaction that waits in the pool is not replaced', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    const nonce = await f.nonce();
    const foreign = await f.sendElsewhere(nonce);
    await f.request('a');
    await f.sentHash();
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined' });
    expect(await f.chain.getReceipt(parseHash(foreign))).not.toBeNull();
    expect(await f.nonce()).toBe(nonce + 2);
  });

  test('a receipt that a reorg takes back before the confirmation depth is not an outcome', async () => {
    await using f = await createSenderFixture({ confirmations: 2 });
    const snapshot = await f.snapshot();
    await f.request('a');
    const hash = await f.sentHash();
    await f.until('a first receipt', async () => typeof (await f.view())?.inFlight[0]?.minedIn === 'number');
    expect(await f.told('a')).toEqual([]);
    await f.goBack(snapshot);
    expect(await f.chain.getReceipt(parseHash(hash))).toBeNull();
    await f.until('the same bytes mined again', async () => (await f.chain.getReceipt(parseHash(hash))) !== null);
    await f.mine();
    await f.system.advance(3_000);
    expect(await f.told('a')).toEqual([]);
    await f.mine();
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined', txHash: hash });
  });

  test('after a fork removed a mined transaction, its bytes are sent again first, so that the next one is not stuck', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    const snapshot = await f.snapshot();
    await f.request('a');
    const a = await f.settled('a');
    await f.sender().ask({ type: 'ACKNOWLEDGE', requestKey: 'a' });
    await f.automine(false);
    await f.request('b');
    const b = await f.sentHash();
    await f.goBack(snapshot);
    await f.automine(true);
    expect(await f.settled('b')).toMatchObject({ outcome: 'mined', txHash: b });
    expect(await f.chain.getReceipt(parseHash(a.txHash ?? ''))).not.toBeNull();
    expect(await f.chain.getBalance(recipient)).toBe(before + 2000n);
  });

  test('a gap in the nonces without stored bytes is filled, and the signer continues', async () => {
    await using f = await createSenderFixture();
    const snapshot = await f.snapshot();
    const nonce = await f.nonce();
    await f.sendElsewhere(nonce);
    await f.automine(false);
    await f.request('a');
    const hash = await f.sentHash();
    await f.goBack(snapshot);
    await f.automine(true);
    expect(await f.settled('a')).toMatchObject({ outcome: 'mined', txHash: hash });
    expect(await f.nonce()).toBe(nonce + 2);
  });

  test('for a requester whose receipt vanished the transaction is looked up and sent again', async () => {
    await using f = await createSenderFixture();
    const snapshot = await f.snapshot();
    await f.request('a');
    const first = await f.settled('a');
    await f.goBack(snapshot);
    await f.sender().ask({ type: 'RECHECK', requestKey: 'a' });
    const again = await f.settled('a', 2);
    expect(again).toMatchObject({ outcome: 'mined', txHash: first.txHash ?? '' });
    expect(await f.chain.getReceipt(parseHash(again.txHash ?? ''))).toMatchObject({ blockHash: again.blockHash ?? '' });
  });

  const points: FaultPoint[] = ['sign:before', 'sign:after', 'broadcast:before', 'broadcast:after', 'receipt:before', 'receipt:after'];
  for (const point of points) {
    test(`a crash at ${point} sends the call once`, async () => {
      expect(await timesSentThroughCrash(point)).toEqual({ paid: 1000n, transactions: 1 });
    });
  }

  test('a sender that sends before it stores would be caught by these crashes', async () => {
    expect(await timesSentThroughCrash('sign:after', createBroadcastBeforeStoreEffects)).toEqual({ paid: 2000n, transactions: 2 });
  });
});

async function timesSentThroughCrash(point: FaultPoint, createEffects = createTransactionSenderEffects) {
  let crashAt: FaultPoint | null = point;
  await using f = await createSenderFixture({
    createEffects,
    faultPoint: (name) => {
      if (name !== crashAt) return Promise.resolve();
      crashAt = null;
      // Simulates the death of the process at this point: the returned promise never settles, so the effect never continues.
      return new Promise(() => {});
    },
  });
  const before = await f.chain.getBalance(recipient);
  const nonce = await f.nonce();
  await f.request('a');
  // On a busy machine the receipt may be late. The effect then looks it up again later in virtual time, which `until` advances.
  await f.until(`the point ${point}`, async () => crashAt === null);
  f.system.crash();
  expect(await f.settled('a')).toMatchObject({ outcome: 'mined' });
  const paid = (await f.chain.getBalance(recipient)) - before;
  return { paid, transactions: (await f.chain.getNonce(executor.address, 'pending')) - nonce };
}
