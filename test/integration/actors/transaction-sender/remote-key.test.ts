import { expect, test } from 'bun:test';
import { createSigners, signingKeyOf } from '../../../../src/platform/chain/signer.ts';
import { startStandInSigner } from '../../../support/stand-in-signer.ts';
import { createSenderFixture, executor, recipient } from './sender-fixture.ts';

const CHAIN_ID = 31337;

/** A transaction sender whose key is stored by a remote signer behind a URL. */
async function start() {
  const standIn = startStandInSigner(executor.privateKey);
  const f = await createSenderFixture({ signers: createSigners([signingKeyOf(CHAIN_ID, standIn.key)]) });
  return {
    f,
    standIn,
    async [Symbol.asyncDispose]() {
      await f[Symbol.asyncDispose]();
      await standIn[Symbol.asyncDispose]();
    },
  };
}

test('transactions of a key behind a URL are sent as those of a key of the node', async () => {
  await using world = await start();
  const { f } = world;
  const [before, nonce] = [await f.chain.getBalance(recipient), await f.nonce()];
  for (const key of ['a', 'b', 'c']) await f.request(key);
  for (const key of ['a', 'b', 'c']) expect(await f.settled(key)).toMatchObject({ outcome: 'mined' });
  expect([(await f.chain.getBalance(recipient)) - before, (await f.nonce()) - nonce]).toEqual([3_000n, 3]);
}, 60_000);

test('while its signer is away nothing is sent, the reason is told, and afterwards each request is sent once', async () => {
  await using world = await start();
  const { f, standIn } = world;
  const [before, nonce] = [await f.chain.getBalance(recipient), await f.nonce()];
  standIn.state.answer = () => new Response('', { status: 503 });
  await f.request('first');
  expect(await f.settled('first')).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('signer-away') });
  expect([(await f.chain.getBalance(recipient)) - before, (await f.nonce()) - nonce]).toEqual([0n, 0]);
  // The remote signer fails for the first two requests and then answers. The transaction sender must retry the signature until it succeeds.
  let answers = 0;
  standIn.state.answer = () => {
    answers += 1;
    return answers <= 2 ? new Response('', { status: 503 }) : null;
  };
  await f.request('second');
  expect(await f.settled('second')).toMatchObject({ outcome: 'mined' });
  await f.request('first');
  await f.request('third');
  expect(await f.settled('third')).toMatchObject({ outcome: 'mined' });
  expect([(await f.chain.getBalance(recipient)) - before, (await f.nonce()) - nonce]).toEqual([2_000n, 2]);
}, 60_000);

test('what a lying signer gives is neither stored nor sent, and its next honest answer is', async () => {
  await using world = await start();
  const { f, standIn } = world;
  const [before, nonce] = [await f.chain.getBalance(recipient), await f.nonce()];
  const thief = `0x${'66'.repeat(20)}` as const;
  standIn.state.behave = (_, honest) => honest({ to: thief, value: 10n ** 18n });
  await f.request('stolen');
  const told = await f.settled('stolen');
  expect(told).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(`its recipient is ${thief} instead of ${recipient}`) });
  standIn.state.behave = (_, honest) => honest();
  await f.request('fair');
  expect(await f.settled('fair')).toMatchObject({ outcome: 'mined' });
  expect([(await f.chain.getBalance(recipient)) - before, (await f.nonce()) - nonce]).toEqual([1_000n, 1]);
  expect(await f.client.getBalance({ address: thief })).toBe(0n);
}, 60_000);
