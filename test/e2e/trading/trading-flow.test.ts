import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ApiError } from '../../../src/client/coxswain.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { callExamples } from '../support/call-examples.ts';
import { prepareExamples, signInForExamples } from '../support/prepare-examples.ts';
import { EITHER, refusedExample } from '../support/refused-examples.ts';
import { openTradingWallet, type TradingWallet } from './trading-wallet.ts';

const DEMO_WALLET = devnetAccounts.demo[0].address;
/** Addresses at which nobody answers, for what needs no key: a test asks nobody outside. */
const NOBODY_OUTSIDE = Object.fromEntries(
  ['ACROSS', 'COW', 'DEBRIDGE', 'LIFI', 'ODOS', 'RELAY', 'VELORA', 'KYBERSWAP', 'OPENOCEAN', 'COINGECKO'].map((name) => [
    `${name}_URL`,
    'http://127.0.0.1:1',
  ]),
);

let service: Service;
let wallet: TradingWallet;

beforeAll(async () => {
  service = await spawnService({
    chain: 'copied',
    env: {
      DEVNET_PORT: '0',
      CRON: 'false',
      LOG_LEVEL: 'warn',
      ADMIN_WALLETS: DEMO_WALLET,
      RATE_LIMIT_PER_MINUTE: '1000',
      ...NOBODY_OUTSIDE,
    },
    until: 'ready',
  });
  wallet = await openTradingWallet(service);
});
afterAll(async () => await service[Symbol.asyncDispose]());

const query = (from: string, to: string, amount: string, more: Readonly<Record<string, string>> = {}) => ({
  fromChainId: '31337',
  toChainId: '31337',
  fromToken: wallet.tokenOf(from).address,
  toToken: wallet.tokenOf(to).address,
  amount,
  type: 'swap',
  srcWalletAddress: wallet.address,
  ...more,
});

/**
 * Returns how much a wallet's balance of a token grew during `work`. For the native coin, the gas that the wallet paid is added, so that
 * only the trade counts.
 */
async function gained(symbol: string, work: () => Promise<{ gasPaid: bigint }>): Promise<bigint> {
  const before = await wallet.balanceOf(symbol);
  const { gasPaid } = await work();
  return (await wallet.balanceOf(symbol)) - before + (symbol === 'ETH' ? gasPaid : 0n);
}

describe('a wallet that quotes, builds, signs, sends and records', () => {
  // The pairs cover tokens with 6, 8 and 18 decimals, the native coin as input and as output, and a token whose allowance must be reset
  // first.
  test.each([
    ['USDC', 'WBTC', '250.5'],
    ['WBTC', 'USDX', '0.01'],
    ['ETH', 'USDC', '0.25'],
    ['WBTC', 'ETH', '0.005'],
    ['USDN', 'WETH', '40'],
  ])('%s to %s: receives what was promised, whichever pool it picks', async (from, to, amount) => {
    const { quotes: frames, end } = await wallet.quotes(query(from, to, amount));
    expect(end).toMatchObject({ count: frames.length });
    expect(frames.length).toBeGreaterThan(0);
    for (const { id, aggregator } of frames) {
      const built = await wallet.build(id);
      expect(built.aggregator).toBe(aggregator);
      let hash = '';
      const received = await gained(to, async () => {
        const receipt = await wallet.trade(built);
        expect(receipt.status).toBe('success');
        hash = receipt.transactionHash;
        return receipt;
      });
      expect(received >= built.amountOutMin).toBe(true);
      expect(received <= built.amountOut).toBe(true);
      expect(await wallet.record(id, hash)).toMatchObject({ status: 'success', amountOutActual: received.toString() });
    }
  });

  test('an allowance that does not suffice is reset first for a token that insists on it', async () => {
    const { quotes: frames } = await wallet.quotes(query('USDN', 'WETH', '10'));
    const relayer = (await wallet.build(frames[0]?.id ?? '')).relayer;
    const usdn = wallet.tokenOf('USDN').address;
    const approve = (amount: bigint) =>
      wallet.client.writeContract({
        address: usdn,
        abi: [
          {
            type: 'function',
            name: 'approve',
            stateMutability: 'nonpayable',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [],
          },
        ],
        functionName: 'approve',
        args: [relayer, amount],
      });
    await wallet.mined(await approve(1n));
    const again = await wallet.quotes(query('USDN', 'WETH', '10'));
    expect(again.quotes[0]).toMatchObject({ needsApproval: true, approvalReset: true });
    const built = await wallet.build(again.quotes[0]?.id ?? '');
    expect(built.approvals).toHaveLength(2);
    expect((await wallet.trade(built)).status).toBe('success');
  });

  test('a trade of a token with a transfer fee never counts as a success when too little arrived', async () => {
    const { quotes: frames } = await wallet.quotes(query('FEE', 'USDC', '10'));
    for (const [from, to] of [
      ['FEE', 'USDC'],
      ['USDC', 'FEE'],
    ] as const) {
      const { quotes: offers } = await wallet.quotes(query(from, to, '10'));
      const warned = offers.filter(({ warnings }) => warnings.some(({ code }) => code === 'fee-on-transfer'));
      expect(warned.length).toBeGreaterThan(0);
      expect(warned).toHaveLength(offers.length);
    }
    for (const { id } of frames) {
      const receipt = await wallet.trade(await wallet.build(id));
      const record = await wallet.record(id, receipt.transactionHash);
      // The trade must either succeed with at least its minimum output, or fail both on chain and in the record.
      expect(record.status).toBe(receipt.status === 'success' ? 'success' : 'failed');
    }
    expect(frames.length).toBeGreaterThan(0);
  });

  test('a trade that moves the price says by how much, and a small one hardly does', async () => {
    const impactsOf = async (amount: string) => {
      const { quotes } = await wallet.quotes(query('USDC', 'WETH', amount));
      expect(quotes.length).toBeGreaterThan(1);
      return new Map(quotes.map(({ aggregator, priceImpactBps }) => [aggregator, priceImpactBps]));
    };
    const [small, large] = [await impactsOf('10'), await impactsOf('50000')];
    for (const [aggregator, impact] of large) {
      const before = small.get(aggregator) ?? 0;
      expect({ aggregator, isMore: impact !== null && impact > before + 10, isSmall: before < 10 }).toEqual({
        aggregator,
        isMore: true,
        isSmall: true,
      });
    }
  });

  test('another recipient gets the output', async () => {
    const { quotes: frames } = await wallet.quotes(query('USDC', 'WETH', '5'));
    const recipient = '0x00000000000000000000000000000000000a11ce';
    const built = await wallet.build(frames[0]?.id ?? '', { recipient });
    await wallet.trade(built);
    const weth = wallet.tokenOf('WETH').address;
    const balance = await wallet.client.readContract({
      address: weth,
      abi: [
        { type: 'function', name: 'balanceOf', stateMutability: 'view', inputs: [{ type: 'address' }], outputs: [{ type: 'uint256' }] },
      ],
      functionName: 'balanceOf',
      args: [recipient],
    });
    expect(balance >= built.amountOutMin).toBe(true);
  });
});

describe('a changed or foreign transaction', () => {
  const refusal = async (change: Record<string, string>) => {
    const { quotes: frames } = await wallet.quotes(query('USDC', 'WETH', '5'));
    const built = await wallet.build(frames[0]?.id ?? '');
    return await wallet.coxswain.post('/defi/sign', { body: { metaTx: { ...built.metaTx, ...change }, chainId: 31_337 } }).then(
      () => 'signed',
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );
  };

  test('a transaction of somebody else’s, or one with a changed field', async () => {
    expect(await refusal({ data: '0xdeadbeef' })).toBe('unknown-transaction');
    expect(await refusal({ recipient: '0x00000000000000000000000000000000000a11ce' })).toBe('transaction-mismatch');
    expect(await refusal({ amountIn: '6000000' })).toBe('transaction-mismatch');
    expect(await refusal({ amountOutMin: '1' })).toBe('transaction-mismatch');
    expect(await refusal({ deadline: '1' })).toBe('invalid-deadline');
    expect(await refusal({})).toBe('signed');
  });
});

// The last test of the file, because it ends by draining the node.
test('the example of every route of the API page works, or answers the documented error for want of a key', async () => {
  const operatorToken = service.asOperator().authorization.replace('Bearer ', '');
  const signedIn = await signInForExamples(service.url);
  const { called, findings } = await callExamples({
    url: service.url,
    prepared: prepareExamples(service.url, operatorToken),
    refused: refusedExample,
    either: EITHER,
    // Each of these ends the session, so each has one of its own.
    tokenOf: async (kind, route) =>
      kind === 'operator' ? operatorToken : (OF_OWN_SESSION.includes(route) ? await signInForExamples(service.url) : signedIn)[kind],
    last: [...OF_OWN_SESSION, 'DELETE /api/operator/session', 'POST /api/operator/node/drain'],
  });
  expect(findings).toEqual([]);
  expect(called).toBeGreaterThan(200);
}, 60_000);

const OF_OWN_SESSION = ['POST /api/auth/logout', 'DELETE /api/user'];
