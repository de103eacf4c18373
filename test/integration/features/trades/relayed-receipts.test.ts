import { afterAll, beforeAll, expect, test } from 'bun:test';
import { encodeFunctionData, maxUint256, parseEther } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createTradeReceipts, type TradeReceipts } from '../../../../src/platform/chain/trade-receipt.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { alice, carol, createRelayerFixture, type RelayerFixture } from '../relayer/relayer-fixture.ts';

const CHAIN_ID = 31337;
let f: RelayerFixture;
let receipts: TradeReceipts;
beforeAll(async () => {
  f = await createRelayerFixture();
  const chains = createChains({
    networks: [{ chainId: CHAIN_ID, rpcUrls: [f.devnet.rpcUrl] }],
    log: silentLog,
    abis: [erc20Abi, relayerAbi],
  });
  receipts = createTradeReceipts({ chains });
  for (const symbol of ['USDC', 'FEE']) {
    await f.approve(alice, f.token(symbol), maxUint256);
    await f.fund(f.token(symbol), 10n ** 9n);
  }
  await f.fund(NATIVE_ADDRESS, parseEther('5'));
}, 120_000);
afterAll(async () => await f.devnet.stop());

/**
 * Sends a trade through the Relayer whose recipient is Carol, and reads its receipt in the same way as the service does for a trade record.
 */
async function relayed(toToken: Address, data: `0x${string}`) {
  const before = await f.balance(toToken, parseAddress(carol));
  const metaTx = await f.metaTx({ toToken, data, amountOutMin: 1n });
  const call = encodeFunctionData({ abi: relayerAbi, functionName: 'executeMetaTransactionSwap', args: [metaTx, await f.sign(metaTx)] });
  const { transactionHash } = await f.transact(alice, { to: f.relayer, data: call, value: 0n });
  const received = (await f.balance(toToken, parseAddress(carol))) - before;
  const query = { hash: parseHash(transactionHash), token: toToken, recipient: parseAddress(carol), relayer: parseAddress(f.relayer) };
  return { received, query, receipt: await receipts.read(CHAIN_ID, query) };
}

test('a native output through the real Relayer is read from its event, and the balance says the same', async () => {
  const data = f.steps(f.take(f.token('USDC'), 10n), f.give(NATIVE_ADDRESS, carol, 123n));
  const { received, receipt, query } = await relayed(NATIVE_ADDRESS, data);
  expect(received).toBe(123n);
  expect(receipt).toMatchObject({ kind: 'mined', from: alice.address.toLowerCase(), status: 'success', isFinal: true, arrived: 123n });
  expect(await receipts.read(CHAIN_ID, { ...query, relayer: null })).toMatchObject({ arrived: 123n });
});

test('of a token that takes a fee on transfer, what really arrived is read', async () => {
  const data = f.steps(f.take(f.token('USDC'), 10n), f.give(f.token('FEE'), carol, 1_000n));
  const { received, receipt } = await relayed(f.token('FEE'), data);
  expect(received).toBeGreaterThan(0n);
  expect(received).toBeLessThan(1_000n);
  expect(receipt).toMatchObject({ arrived: received });
});
