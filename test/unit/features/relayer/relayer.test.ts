import { describe, expect, test } from 'bun:test';
import { decodeFunctionData, recoverTypedDataAddress } from 'viem';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import type { BuiltTransaction, FindBuilt } from '../../../../src/features/relayer/built-transactions.ts';
import { createRelayer, type RelayedBuild } from '../../../../src/features/relayer/create-relayer.ts';
import type { MetaTransactionJson, TradeToRelay } from '../../../../src/features/relayer/meta-transaction.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import { createRelayerSigner } from '../../../../src/platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../../../src/platform/chain/relayer/relayer-calls.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';

const at = (digit: number) => parseAddress(`0x${String(digit).repeat(40)}`);
const NOW_MS = 1_800_000_000_000;
const CHAIN = 10;
const key = `0x${'7'.repeat(64)}` as const;
const clock = { now: () => NOW_MS };
const signal = new AbortController().signal;

const trade: TradeToRelay = {
  ...{ chainId: CHAIN, relayer: at(1), from: at(2), recipient: at(3), fromToken: at(4), toToken: NATIVE_ADDRESS, target: at(5) },
  ...{ spender: at(6), data: '0xaabbccdd', amountIn: 1_000n, amountOutMin: 990n, value: 0n, sendValue: 0n },
};

/** Stores built transactions in memory, like the quote service. */
function builtMemory(): { find: FindBuilt; remember: (trade: TradeToRelay) => void } {
  const kept = new Map<string, BuiltTransaction>();
  const nameOf = (of: { chainId: number; target: string; spender: string; data: string; value: bigint; wallet: string }) =>
    [of.chainId, of.target, of.spender, of.data.toLowerCase(), of.value, of.wallet].join('/');
  return {
    find: async (asked) => kept.get(nameOf(asked)) ?? null,
    remember({ fromToken, toToken, amountIn, amountOutMin, recipient, from, ...rest }) {
      const amounts = { amountIn: toBaseUnits(amountIn), amountOutMin: toBaseUnits(amountOutMin) };
      kept.set(nameOf({ ...rest, wallet: from }), { fromToken, toToken, ...amounts, recipient, wallet: from });
    },
  };
}

async function setUp(options: { signsAny?: boolean; build?: RelayedBuild; keyOf?: (chainId: number) => `0x${string}` | undefined } = {}) {
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({
    records,
    settings: { rpcUrls: {}, contracts: { relayer: { [CHAIN]: at(1) }, dcaVault: {}, autopilotVault: {} } },
  });
  await networks.seed();
  const memory = builtMemory();
  const relayer = createRelayer({
    networks,
    signer: createRelayerSigner({ brand: 'Svc', keyOf: options.keyOf ?? (() => key) }),
    calls: relayerCalls,
    findBuilt: memory.find,
    buildOfQuote: async () => options.build ?? { relayed: trade, approvals: [] },
    clock,
    ids: () => '00000000-0000-4000-8000-00000000002a',
    signsAny: options.signsAny ?? false,
  });
  return { relayer, memory };
}

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'none',
    (error: unknown) => (error instanceof CoxswainError ? `${error.status ?? 422} ${error.code}` : String(error)),
  );

describe('a chain without a relayer', () => {
  test.each([
    [1, 'Ethereum (chain 1)'],
    [42_793, 'chain 42793'],
  ])('%d is refused by name', async (chainId, name) => {
    const { relayer } = await setUp();
    await expect(relayer.relayerAddress(chainId)).rejects.toThrow(`There is no relayer on ${name}.`);
    expect(await codeOf(relayer.sign({ metaTx: relayer.metaTransactionOf(trade), chainId }))).toBe('422 no-relayer');
  });

  test('is one that neither its record nor the settings give one', async () => {
    const { relayer } = await setUp();
    expect(await relayer.relayerAddress(CHAIN)).toBe(at(1));
  });
});

describe('a signature', () => {
  test('of a built trade is given with the chain’s key, for that relayer', async () => {
    const { relayer, memory } = await setUp({ keyOf: (chainId) => (chainId === CHAIN ? key : undefined) });
    memory.remember(trade);
    const metaTx = relayer.metaTransactionOf(trade);
    expect(metaTx).toMatchObject({ amountIn: '1000', amountOutMin: '990', deadline: String(NOW_MS / 1_000 + 1_200) });
    const signature = await relayer.sign({ metaTx, chainId: CHAIN });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
    // The wallet may choose a higher minimum output, another nonce and another deadline than the built trade.
    const changed = { ...metaTx, amountOutMin: '991', nonce: '5', deadline: String(NOW_MS / 1_000 + 3_600) };
    expect(await relayer.sign({ metaTx: changed, chainId: CHAIN })).not.toBe(signature);
  });

  const changes: readonly (readonly [string, Partial<MetaTransactionJson>, string])[] = [
    ['another target', { target: at(9) }, 'unknown-transaction'],
    ['another spender', { spender: at(9) }, 'unknown-transaction'],
    ['one byte of calldata', { data: '0xaabbccde' }, 'unknown-transaction'],
    ['more value', { value: '1' }, 'unknown-transaction'],
    ['another wallet', { from: at(9) }, 'unknown-transaction'],
    ['another input token', { fromToken: at(9) }, 'transaction-mismatch'],
    ['more input', { amountIn: '1001' }, 'transaction-mismatch'],
    ['another output token', { toToken: at(9) }, 'transaction-mismatch'],
    ['a lower minimum', { amountOutMin: '989' }, 'transaction-mismatch'],
    ['another recipient', { recipient: at(9) }, 'transaction-mismatch'],
    ['a deadline that has passed', { deadline: String(NOW_MS / 1_000) }, 'invalid-deadline'],
    ['a deadline that is too far', { deadline: String(NOW_MS / 1_000 + 3_601) }, 'invalid-deadline'],
  ];
  test.each(changes)('is refused for %s', async (_, change, code) => {
    const { relayer, memory } = await setUp();
    memory.remember(trade);
    expect(await codeOf(relayer.sign({ metaTx: { ...relayer.metaTransactionOf(trade), ...change }, chainId: CHAIN }))).toBe(`422 ${code}`);
  });

  test('is refused for a trade that was never built, unless the settings allow any', async () => {
    const strict = await setUp();
    const metaTx = strict.relayer.metaTransactionOf(trade);
    expect(await codeOf(strict.relayer.sign({ metaTx, chainId: CHAIN }))).toBe('422 unknown-transaction');
    const open = await setUp({ signsAny: true });
    expect(await open.relayer.sign({ metaTx, chainId: CHAIN })).toMatch(/^0x/);
    expect(await codeOf(open.relayer.sign({ metaTx: { ...metaTx, deadline: '1' }, chainId: CHAIN }))).toBe('422 invalid-deadline');
  });

  test('treats each address of the native asset as the same', async () => {
    const { relayer, memory } = await setUp();
    memory.remember(trade);
    const metaTx = { ...relayer.metaTransactionOf(trade), toToken: `0x${'ee'.repeat(20)}` };
    expect(await relayer.sign({ metaTx, chainId: CHAIN })).toMatch(/^0x/);
  });

  test('is not given without a key, nor with a publicly known key', async () => {
    const none = await setUp({ signsAny: true, keyOf: () => undefined });
    const metaTx = none.relayer.metaTransactionOf(trade);
    expect(await codeOf(none.relayer.sign({ metaTx, chainId: CHAIN }))).toBe('422 signer-missing');
    const public_ = await setUp({ signsAny: true, keyOf: () => devnetAccounts.signer.privateKey });
    expect(await codeOf(public_.relayer.sign({ metaTx, chainId: CHAIN }))).toBe('422 test-key-on-real-chain');
  });
});

describe('the transaction of a quote', () => {
  test('is signed calldata for the relayer, with the last approval beside it', async () => {
    const approvals = ['0x01', '0x02'].map((data) => ({ to: at(4), data, value: '0' }));
    const { relayer } = await setUp({ build: { relayed: trade, approvals } });
    const made = await relayer.transactionOf('id', {}, signal);
    expect(made).toMatchObject({ to: at(1), value: '0', approvalData: '0x02', approvals });
    const { functionName, args } = decodeFunctionData({ abi: relayerAbi, data: hexOf(made.executeData) });
    expect(functionName).toBe('executeMetaTransactionSwap');
    expect(args?.[1]).toBe(hexOf(made.signature));
    expect(args?.[0]).toMatchObject({ amountIn: 1_000n, amountOutMin: 990n, data: '0xaabbccdd' });
  });

  test('has no approval when none is needed, and one when that is unknown', async () => {
    const unneeded = await setUp({ build: { relayed: trade, approvals: [] } });
    expect((await unneeded.relayer.transactionOf('id', {}, signal)).approvalData).toBeNull();
    const unknown = await setUp({ build: { relayed: trade, approvals: null } });
    const { approvalData } = await unknown.relayer.transactionOf('id', {}, signal);
    const { args } = decodeFunctionData({ abi: erc20Abi, data: hexOf(approvalData ?? '0x') });
    expect([String(args?.[0]).toLowerCase(), args?.[1]]).toEqual([at(1), 1_000n]);
  });

  test('is refused for a transaction that the wallet sends directly', async () => {
    const { relayer } = await setUp({ build: { relayed: null, approvals: [] } });
    expect(await codeOf(relayer.transactionOf('id', {}, signal))).toBe('422 not-relayed');
  });
});

test('the domain is the brand, the chain and the relayer', async () => {
  const signer = createRelayerSigner({ brand: 'Acme', keyOf: () => key });
  const { relayer } = await setUp();
  const { chainId: _chainId, relayer: _relayer, ...struct } = trade;
  const metaTx = { ...struct, nonce: 1n, deadline: 2n, data: '0xaabbccdd' as const };
  const message = {
    ...metaTx,
    ...{ from: at(2), recipient: at(3), fromToken: at(4), toToken: NATIVE_ADDRESS, target: at(5), spender: at(6) },
  };
  const signature = await signer.sign({ chainId: CHAIN, relayer: await relayer.relayerAddress(CHAIN), metaTx: message });
  const names = 'from fromToken amountIn toToken amountOutMin recipient target spender data value nonce deadline'.split(' ');
  const kinds = 'address address uint256 address uint256 address address address bytes uint256 uint256 uint256'.split(' ');
  const types = { MetaTransaction: names.map((name, index) => ({ name, type: kinds[index] ?? '' })) };
  const domain = { name: 'AcmeRelayer', version: '1', chainId: CHAIN, verifyingContract: at(1) };
  const recovered = await recoverTypedDataAddress({ domain, types, primaryType: 'MetaTransaction', message, signature });
  expect(recovered.toLowerCase()).toBe(signer.addressOf(CHAIN) ?? '');
});

function hexOf(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}
