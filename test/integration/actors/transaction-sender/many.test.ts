import { describe, expect, test } from 'bun:test';
import type { FaultPoint } from '../../../../actors/transaction-sender/effects.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { createSenderFixture, executor, recipient } from './sender-fixture.ts';

const GWEI = 10n ** 9n;
type Fixture = Awaited<ReturnType<typeof createSenderFixture>>;

const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `r${i}`);

async function requestAll(f: Fixture, keys: readonly string[]): Promise<void> {
  for (const key of keys) await f.request(key);
}

/** Waits until this number of sent transactions is pending. Returns the hash of each transaction's latest version, by nonce. */
function inPool(f: Fixture, count: number): Promise<readonly string[]> {
  return f.until(`${count} transactions in flight`, async () => {
    const view = await f.view();
    const waiting = view?.inFlight.filter(({ minedIn }) => minedIn === null) ?? [];
    return view?.state === 'confirming' && waiting.length === count ? waiting.map(({ versions }) => versions.at(-1)?.hash ?? '') : null;
  });
}

async function outcomesOf(f: Fixture, keys: readonly string[]): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const key of keys) outcomes.push((await f.settled(key)).outcome);
  return outcomes;
}

/**
 * Mines blocks until all requests are settled. Several blocks may be needed: Anvil may leave transactions for a later block when the ones
 * before them are returned to its pool.
 */
async function mineAll(f: Fixture, keys: readonly string[]): Promise<void> {
  await f.until('the outcomes of all', async () => {
    await f.mine();
    return (await Promise.all(keys.map((key) => f.told(key)))).every((told) => told.length > 0);
  });
}

describe('many transactions of one key', () => {
  test('sixteen are in one block, and the rest in the next', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    const nonce = await f.nonce();
    await f.automine(false);
    const keys = keysOf(20);
    await requestAll(f, keys);
    await inPool(f, 16);
    expect((await f.view())?.obstacle).toBe('16 transactions wait for a block, and no more than 16 are allowed');
    await f.mine();
    expect(await f.nonce()).toBe(nonce + 16);
    await inPool(f, 4);
    await f.mine();
    expect(await outcomesOf(f, keys)).toEqual(keys.map(() => 'mined'));
    expect(await f.nonce()).toBe(nonce + 20);
    expect(await f.chain.getBalance(recipient)).toBe(before + 20_000n);
  });

  test('the bound of the settings holds', async () => {
    await using f = await createSenderFixture({ maxInFlight: 2 });
    await f.automine(false);
    await requestAll(f, keysOf(3));
    await inPool(f, 2);
    expect((await f.view())?.queued).toEqual(['r2']);
    await f.mine();
    await inPool(f, 1);
    await f.mine();
    expect(await outcomesOf(f, keysOf(3))).toEqual(['mined', 'mined', 'mined']);
  });

  test('when prices rise, all that could not be mined are replaced at their own nonces', async () => {
    await using f = await createSenderFixture();
    const nonce = await f.nonce();
    await f.automine(false);
    await requestAll(f, keysOf(3));
    const first = await inPool(f, 3);
    await f.baseFee(500n * GWEI);
    await f.mine();
    await f.until('three replacements', async () => {
      const view = await f.view();
      return view?.state === 'confirming' && view.inFlight.every(({ versions }) => versions.length > 1);
    });
    await f.mine();
    expect(await outcomesOf(f, keysOf(3))).toEqual(['mined', 'mined', 'mined']);
    expect(first).not.toContain((await f.settled('r0')).txHash);
    expect(await f.nonce()).toBe(nonce + 3);
  });

  test('one that the node dropped is sent again, while those after it wait in the pool', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    await requestAll(f, keysOf(3));
    const [first = '', ...rest] = await inPool(f, 3);
    await f.rpc('anvil_dropTransaction', [first]);
    await f.until('the same bytes in the pool', async () => (await f.chain.getTransaction(parseHash(first))) !== null);
    await mineAll(f, keysOf(3));
    expect(await outcomesOf(f, keysOf(3))).toEqual(['mined', 'mined', 'mined']);
    expect([(await f.settled('r1')).txHash, (await f.settled('r2')).txHash]).toEqual([...rest]);
  });

  test('a pool that was lost is filled again with the same bytes', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    await f.automine(false);
    await requestAll(f, keysOf(4));
    const sent = await inPool(f, 4);
    await f.rpc('anvil_dropAllTransactions', []);
    await f.until('all of them in the pool', async () => {
      const found = await Promise.all(sent.map((hash) => f.chain.getTransaction(parseHash(hash))));
      return found.every((transaction) => transaction !== null);
    });
    await mineAll(f, keysOf(4));
    const outcomes = await Promise.all(keysOf(4).map((key) => f.settled(key)));
    expect(outcomes.map(({ txHash }) => txHash)).toEqual([...sent]);
    expect(await f.chain.getBalance(recipient)).toBe(before + 4_000n);
  });

  test('a reorg before the confirmation depth is no outcome for any of them', async () => {
    await using f = await createSenderFixture({ confirmations: 2 });
    const before = await f.chain.getBalance(recipient);
    const snapshot = await f.snapshot();
    await f.automine(false);
    await requestAll(f, keysOf(3));
    const sent = await inPool(f, 3);
    await f.mine();
    await f.until('three that are mined', async () => {
      const flights = (await f.view())?.inFlight ?? [];
      return flights.length === 3 && flights.every(({ minedIn }) => minedIn !== null);
    });
    await f.goBack(snapshot);
    await f.until('all of them in the pool again', async () => {
      const found = await Promise.all(sent.map((hash) => f.chain.getTransaction(parseHash(hash))));
      return found.every((transaction) => transaction !== null);
    });
    await f.mine();
    await f.system.advance(3_000);
    for (const key of keysOf(3)) expect(await f.told(key)).toEqual([]);
    await mineAll(f, keysOf(3));
    expect(await outcomesOf(f, keysOf(3))).toEqual(['mined', 'mined', 'mined']);
    expect(await f.chain.getBalance(recipient)).toBe(before + 3_000n);
  });

  test('a nonce that was used elsewhere between them costs its request another nonce, and the others nothing', async () => {
    await using f = await createSenderFixture();
    const before = await f.chain.getBalance(recipient);
    const nonce = await f.nonce();
    await f.automine(false);
    await requestAll(f, keysOf(3));
    const [, second = '', third = ''] = await inPool(f, 3);
    await f.rpc('anvil_dropTransaction', [second]);
    await f.sendElsewhere(nonce + 1);
    await f.mine();
    await f.automine(true);
    expect(await outcomesOf(f, keysOf(3))).toEqual(['mined', 'mined', 'mined']);
    expect((await f.settled('r2')).txHash).toBe(third);
    expect((await f.settled('r1')).txHash).not.toBe(second);
    expect(await f.chain.getBalance(recipient)).toBe(before + 3_001n);
    expect(await f.nonce()).toBe(nonce + 4);
  });

  test('a request for which the balance is not enough beside those in flight is sent after them', async () => {
    await using f = await createSenderFixture();
    await f.automine(false);
    const fees = await f.chain.estimateFees();
    const price = fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas;
    // The executor's balance is enough for one and a half transactions at a time. So the second transaction must wait until the first one
    // is mined.
    const most = 21_000n * price * 2n;
    await f.rpc('anvil_setBalance', [executor.address, `0x${most.toString(16)}`]);
    await f.request('r0', { call: { gas: '21000' } });
    await f.request('r1', { call: { gas: '21000' } });
    await inPool(f, 1);
    expect((await f.view())?.obstacle).toContain('transactions that are already sent');
    await f.mine();
    await f.automine(true);
    expect(await outcomesOf(f, keysOf(2))).toEqual(['mined', 'mined']);
  });

  const points: FaultPoint[] = ['sign:before', 'sign:after', 'broadcast:before', 'broadcast:after', 'receipt:before', 'receipt:after'];
  for (const point of points) {
    test(`a crash at ${point} in the middle of them doubles and loses nothing`, async () => {
      let left = point.startsWith('receipt') ? 1 : 3;
      await using f = await createSenderFixture({
        faultPoint: (name) => {
          if (name !== point) return Promise.resolve();
          left -= 1;
          // Simulates the death of the process at this point: the returned promise never settles, so the process does nothing more.
          return left === 0 ? new Promise(() => {}) : Promise.resolve();
        },
      });
      const before = await f.chain.getBalance(recipient);
      const nonce = await f.nonce();
      const keys = keysOf(5);
      await requestAll(f, keys);
      await f.until(`the point ${point}`, async () => left <= 0);
      f.system.crash();
      expect(await outcomesOf(f, keys)).toEqual(keys.map(() => 'mined'));
      expect((await f.chain.getBalance(recipient)) - before).toBe(5_000n);
      expect(await f.chain.getNonce(executor.address, 'pending')).toBe(nonce + 5);
    });
  }
});
