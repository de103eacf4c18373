import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { encodeFunctionData } from 'viem';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import { type HashClaim, TRADE_HASHES } from '../../../../src/features/trades/hash-repository.ts';
import { SEEN_BLOCKS } from '../../../../src/market/deferred/seen-blocks.ts';
import { FORK_CURSORS } from '../../../../src/market/deferred/watch-forks.ts';
import { uniswapV3SwapRouterAbi } from '../../../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { weth9Abi } from '../../../../src/platform/chain/abi/weth9.generated.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asHash } from '../../../support/branded.ts';
import { nightlyTest } from '../../../support/which-cases.ts';
import { alice, bob, CHAIN_ID, createTradesFixture } from './trades-fixture.ts';

let f: Awaited<ReturnType<typeof createTradesFixture>>;
beforeAll(async () => {
  f = await createTradesFixture();
});
afterAll(() => f[Symbol.asyncDispose]());

/** Creates a trade record with a new UUID, as a client does. */
async function record(more: Record<string, unknown> = {}): Promise<string> {
  const body = f.body(more);
  expect(await f.post('/transaction', body)).toMatchObject({ status: 201 });
  return body.txHash;
}
const bring = (id: string, txHash: string) => f.patch(`/transaction/hash/${id}`, { txHash });
const NO_PROOF = { isProved: false, hasArrived: false, isBuiltHere: false };
/** Swaps 5 USDC into WETH for `recipient`, in the devnet's Uniswap pool. */
async function swap(recipient = alice.address) {
  await f.send(alice, f.token('USDC'), f.approve(f.deployment.contracts.swapRouter));
  const [tokenIn, tokenOut] = [f.token('USDC'), f.token('WETH')];
  const params = {
    tokenIn,
    tokenOut,
    fee: 3_000,
    recipient,
    deadline: 2n ** 60n,
    amountIn: 5_000_000n,
    amountOutMinimum: 1n,
    sqrtPriceLimitX96: 0n,
  };
  const receipt = await f.send(
    alice,
    f.deployment.contracts.swapRouter,
    encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'exactInputSingle', args: [params] }),
  );
  expect(receipt.status).toBe('success');
  return receipt;
}

describe('a trade whose end the chain takes back', () => {
  const statusOf = async (id: string) => {
    const { data } = await f.get(`/tx/${id}`);
    return data as { status: string; reason: string | null; isTxHashConfirmed: boolean; amountOutActual: string | null };
  };

  test('is open again, takes another hash, and ends as the chain then says', async () => {
    const rpc = createJsonRpc(f.devnet.rpcUrl);
    const [id, other] = [await record(), await record()];
    const snapshot = await rpc('evm_snapshot', []);
    const { transactionHash } = await swap();
    await bring(id, transactionHash);
    const reverted = await f.send(alice, f.token('WETH'), f.transfer(bob.address, 10n ** 30n));
    await bring(other, reverted.transactionHash);
    await f.pass(10_000);
    expect([(await statusOf(id)).status, (await statusOf(other)).status]).toEqual(['success', 'failed']);
    await f.watchForks();
    await f.watchForks();
    expect([(await statusOf(id)).status, (await statusOf(other)).status]).toEqual(['success', 'failed']);

    await rpc('evm_revert', [snapshot]);
    await f.watchForks();
    const gone = { status: 'pending', reason: 'hash-not-on-chain', isTxHashConfirmed: false, amountOutActual: null };
    expect(await statusOf(id)).toMatchObject(gone);
    expect(await statusOf(other)).toMatchObject(gone);

    // After the reorg removed the trade, the wallet makes it again in a new transaction. Nobody can see that the two belong together, so
    // the client must give the record the new hash.
    await f.devnet.mine();
    const again = await swap();
    expect(await bring(id, again.transactionHash)).toMatchObject({ status: 200 });
    await f.pass(10_000);
    expect(await statusOf(id)).toMatchObject({ status: 'success', isTxHashConfirmed: true });
    await f.watchForks();
    expect(await statusOf(id)).toMatchObject({ status: 'success' });
  });

  test('is open again, also when an older version recorded its end without the block', async () => {
    const rpc = createJsonRpc(f.devnet.rpcUrl);
    const id = await record();
    await f.devnet.mine();
    const snapshot = await rpc('evm_snapshot', []);
    const { transactionHash } = await swap();
    await bring(id, transactionHash);
    await f.pass(10_000);
    await f.records.collection(SEEN_BLOCKS).removeWhere({ chainId: CHAIN_ID });
    await f.records.collection(FORK_CURSORS).remove(String(CHAIN_ID));
    await f.watchForks();
    await f.watchForks();
    expect(await statusOf(id)).toMatchObject({ status: 'success' });
    await rpc('evm_revert', [snapshot]);
    await f.watchForks();
    expect(await statusOf(id)).toMatchObject({ status: 'pending', reason: 'hash-not-on-chain' });
  });

  test('stays as it is when its transaction is mined again in another block', async () => {
    const rpc = createJsonRpc(f.devnet.rpcUrl);
    const id = await record();
    const { transactionHash } = await swap();
    await bring(id, transactionHash);
    await f.pass(10_000);
    await f.watchForks();
    // Anvil mines the transaction again in the block that replaces the removed one.
    const raw = await rpc('eth_getRawTransactionByHash', [transactionHash]);
    await rpc('anvil_reorg', [1, [[raw, 0]]]);
    await f.watchForks();
    expect(await statusOf(id)).toMatchObject({ status: 'success', isTxHashConfirmed: true });
  });
});

describe('a swap', () => {
  test('goes from a UUID to a hash to success, by itself, with what really arrived', async () => {
    const before = await f.client.readContract({
      address: f.token('WETH'),
      abi: weth9Abi,
      functionName: 'balanceOf',
      args: [alice.address],
    });
    const id = await record();
    expect(await f.get(`/tx/${id}`)).toMatchObject({ status: 200, data: { txHash: id, status: 'pending', isTxHashConfirmed: false } });
    const { transactionHash } = await swap();
    const after = await f.client.readContract({
      address: f.token('WETH'),
      abi: weth9Abi,
      functionName: 'balanceOf',
      args: [alice.address],
    });
    expect(await bring(id, transactionHash)).toMatchObject({ status: 200, data: { txHash: transactionHash, status: 'pending' } });
    await f.pass(10_000);
    const amountOutActual = (after - before).toString();
    const expected = { status: 'success', amountOutActual, isTxHashConfirmed: true, reason: null };
    for (const path of [
      `/tx/${id}`,
      `/tx/${transactionHash}`,
      `/txHash/${transactionHash.toUpperCase().replace('0X', '0x')}`,
      `/transaction/${alice.address}/${id}`,
      `/transaction/${alice.address}/${transactionHash}`,
      `/tx/wallet/${alice.address}`,
    ])
      expect(await f.get(path)).toMatchObject({ status: 200, data: { id, txHash: transactionHash, ...expected } });
  });

  test('is reported by the refresh route without waiting for the next check', async () => {
    const id = await record();
    await bring(id, (await swap()).transactionHash);
    const { status, data } = await f.get(`/txn/${alice.address}?limit=1`);
    expect({ status, data }).toMatchObject({ status: 200, data: [{ id, status: 'success' }] });
  });

  test('that reverted has failed', async () => {
    const id = await record();
    const receipt = await f.send(alice, f.token('WETH'), f.transfer(bob.address, 10n ** 30n));
    expect(receipt.status).toBe('reverted');
    await bring(id, receipt.transactionHash);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { status: 'failed', reason: 'reverted', amountOutActual: null } });
  });

  test('whose output went to somebody else has not arrived', async () => {
    const id = await record();
    await bring(id, (await swap(bob.address)).transactionHash);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { status: 'pending', reason: 'not-arrived', isTxHashConfirmed: true } });
  });

  test('whose record names another token than the received one has not arrived', async () => {
    const id = await record({ toToken: f.token('WBTC') });
    await bring(id, (await swap()).transactionHash);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { status: 'pending', reason: 'not-arrived' } });
  });

  test('into the native asset is determined from the balance, gas included', async () => {
    const weth = f.token('WETH');
    await f.send(alice, weth, encodeFunctionData({ abi: weth9Abi, functionName: 'deposit' }), 10n ** 18n);
    const id = await record({ fromToken: weth, toToken: `0x${'Ee'.repeat(20)}`, amountIn: '1' });
    const receipt = await f.send(alice, weth, encodeFunctionData({ abi: weth9Abi, functionName: 'withdraw', args: [12_345n] }));
    await bring(id, receipt.transactionHash);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { toToken: NATIVE_ADDRESS, status: 'success', amountOutActual: '12345' } });
  });
});

describe('a hash', () => {
  test('of another wallet is reported as such, and may be replaced; the right one is then fixed', async () => {
    const id = await record({ walletAddress: bob.address });
    const foreign = (await swap(bob.address)).transactionHash;
    await bring(id, foreign);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({
      data: { status: 'pending', reason: 'hash-of-another-wallet', isTxHashConfirmed: false },
    });
    const own = (await f.send(bob, f.token('USDC'), f.transfer(alice.address, 1n))).transactionHash;
    expect(await bring(foreign, own)).toMatchObject({ status: 200, data: { id, txHash: own } });
    await f.pass(20_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { isTxHashConfirmed: true } });
    const other = (await f.send(bob, f.token('USDC'), f.transfer(alice.address, 1n))).transactionHash;
    expect(await bring(id, other)).toMatchObject({ status: 409, errors: { code: 'hash-is-confirmed' } });
    // The record had claimed another wallet's transaction and has released that hash. It must be able to claim its own hash now.
    expect(await f.get(`/tx/${foreign}`)).toMatchObject({ status: 404, errors: { code: 'transaction-not-found' } });
    expect(await bring(id, own)).toMatchObject({ status: 200 });
  });

  test('that the chain does not know stays provisional', async () => {
    const id = await record();
    await bring(id, `0x${'12'.repeat(32)}`);
    await f.pass(10_000);
    expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { status: 'pending', reason: 'hash-not-on-chain' } });
  });

  test('may be shown by several records of its wallet: one that a stranger made takes nothing from the wallet’s own', async () => {
    const own = await record();
    const junk = await record({ toToken: f.token('WBTC'), amountIn: '1' });
    const { transactionHash } = await swap();
    expect(await bring(junk, transactionHash)).toMatchObject({ status: 200 });
    await f.pass(10_000);
    expect(await f.get(`/tx/${junk}`)).toMatchObject({ data: { isTxHashConfirmed: true, reason: 'not-arrived' } });
    expect(await bring(own, transactionHash)).toMatchObject({ status: 200, data: { id: own, txHash: transactionHash } });
    await f.pass(10_000);
    expect(await f.get(`/tx/${own}`)).toMatchObject({ data: { status: 'success', isTxHashConfirmed: true } });
    // When two records have the same hash, a request by hash must return the record whose trade matches the transaction.
    expect(await f.get(`/tx/${transactionHash}`)).toMatchObject({ data: { id: own } });
  });

  test('that another record had first leads to the record whose wallet sent the transaction', async () => {
    const squatter = await record({ walletAddress: bob.address });
    const mine = await record();
    const { transactionHash } = await swap();
    await bring(squatter, transactionHash);
    expect(await bring(mine, transactionHash)).toMatchObject({ status: 200, data: { id: mine, status: 'success' } });
    expect(await f.get(`/tx/${transactionHash}`)).toMatchObject({ data: { id: mine } });
    await f.pass(10_000);
    expect(await f.get(`/tx/${squatter}`)).toMatchObject({ data: { status: 'pending', reason: 'hash-of-another-wallet' } });
    const late = await record({ walletAddress: bob.address });
    expect(await bring(late, transactionHash)).toMatchObject({ status: 409, errors: { code: 'hash-taken' } });
  });

  test('that the chain does not know yet can be used by several records, and leads to the sender’s record once it is mined', async () => {
    const squatter = await record({ walletAddress: bob.address });
    const mine = await record();
    const hash = `0x${'ab'.repeat(32)}`;
    for (const id of [squatter, mine]) expect(await bring(id, hash)).toMatchObject({ status: 200, data: { id, txHash: hash } });
    expect(await f.get(`/tx/${hash}`)).toMatchObject({ data: { id: squatter } });
  });

  test('that many records have is shown by all of them, and leads to one', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => record()));
    const hash = `0x${'ac'.repeat(32)}`;
    const replies = await Promise.all(ids.map((id) => bring(id, hash)));
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const found = await f.get(`/tx/${hash}`);
    expect(found.status).toBe(200);
    expect(ids).toContain(Reflect.get(Object(found.data), 'id'));
  });

  test('whose stored claim is stale can be taken by another record', async () => {
    const [stale, next] = [await record(), await record({ walletAddress: bob.address })];
    const hash = asHash(`0x${'cd'.repeat(32)}`);
    const claim = { hash, tradeId: stale, wallet: alice.address, createdAtMs: 0, claimedAtMs: 0, ...NO_PROOF };
    await f.records.collection<HashClaim>(TRADE_HASHES).insert(hash, claim);
    expect(await f.get(`/tx/${hash}`)).toMatchObject({ status: 404 });
    expect(await bring(next, hash)).toMatchObject({ status: 200, data: { id: next, txHash: hash } });
    expect(await f.get(`/tx/${hash}`)).toMatchObject({ data: { id: next } });
  });

  test('is refused by name when it is not a hash', async () => {
    const id = await record();
    for (const txHash of ['0x12', 'x', crypto.randomUUID(), '1'.repeat(64), ''])
      expect(await bring(id, txHash)).toMatchObject({ status: 400 });
    expect(await bring(crypto.randomUUID(), `0x${'1'.repeat(64)}`)).toMatchObject({ status: 404 });
    expect(await bring('x', `0x${'1'.repeat(64)}`)).toMatchObject({ status: 400, errors: { code: 'invalid-hash' } });
  });
});

describe('a trade that nobody knows of', () => {
  nightlyTest(
    'is given up after a day, and checked again by the refresh route',
    async () => {
      const id = await record();
      const { transactionHash } = await swap();
      await f.pass(24 * 3_600_000);
      await f.system.tick();
      expect(await f.get(`/tx/${id}`)).toMatchObject({ data: { status: 'failed', reason: 'status-unknown' } });
      await bring(id, transactionHash);
      expect(await f.get(`/txn/${alice.address}?status=success&limit=1`)).toMatchObject({ data: [{ id, status: 'success' }] });
    },
    120_000,
  );
});
