import { describe, expect, test } from 'bun:test';
import type { ProviderStatus, TradeReference } from '../../../../src/features/quotes/provider.ts';
import { isVerified } from '../../../../src/features/trades/trade-record.ts';
import { createTradeStatus } from '../../../../src/features/trades/trade-status.ts';
import type { TradeReceipt } from '../../../../src/platform/chain/trade-receipt.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { parseHash, type TransactionHash } from '../../../../src/values/hash.ts';
import type { TradeTerms } from '../../../../src/values/trade-terms.ts';
import { asUnits } from '../../../support/branded.ts';

const wallet = parseAddress(`0x${'a'.repeat(40)}`);
const stranger = parseAddress(`0x${'b'.repeat(40)}`);
const CREATED_AT_MS = Date.UTC(2026, 0, 1);
const SOURCE = parseHash(`0x${'1'.repeat(64)}`);
const DELIVERY = parseHash(`0x${'2'.repeat(64)}`);
const SEEN_AT = { number: 5, hash: parseHash(`0x${'5'.repeat(64)}`) };

const swap: TradeTerms = {
  ...{ tradeId: 't', quoteId: null, wallet, recipient: wallet, type: 'swap', fromChainId: 1, toChainId: 1 },
  ...{
    fromToken: parseAddress(`0x${'c'.repeat(40)}`),
    toToken: parseAddress(`0x${'d'.repeat(40)}`),
    amountIn: asUnits('5'),
    amountOutExpected: null,
    amountOutMin: null,
  },
  ...{ aggregator: 'lifi', reference: null },
};
const bridge: TradeTerms = { ...swap, type: 'bridge', toChainId: 10 };
const mined = (more: Partial<Extract<TradeReceipt, { kind: 'mined' }>> = {}): TradeReceipt => ({
  ...{ kind: 'mined', from: wallet, status: 'success', minedAtMs: CREATED_AT_MS, isFinal: true, arrived: 9n, block: SEEN_AT },
  ...more,
});
const said = (more: Partial<ProviderStatus> = {}): ProviderStatus => ({
  ...{ status: 'success', hash: DELIVERY, substatus: 'COMPLETED', amountOut: 8n },
  ...more,
});

/**
 * Checks the status of a trade when the chains have these receipts (by hash) and the aggregator reports this status. A chain that is not
 * listed has no endpoint.
 */
async function look(
  terms: TradeTerms,
  world: {
    readonly chains?: readonly number[];
    readonly receipts?: Readonly<Record<string, TradeReceipt | Error>>;
    readonly says?: ProviderStatus | Error;
  },
  hash: TransactionHash | null = SOURCE,
) {
  const asked: TradeReference[] = [];
  const ends: number[] = [];
  const { says, receipts = {}, chains = [1, 10] } = world;
  const source = createTradeStatus({
    networks: { get: async () => null },
    receipts: {
      canRead: (chainId) => chains.includes(chainId),
      async read(_chainId, query) {
        const found = receipts[query.hash] ?? { kind: 'unknown' };
        if (found instanceof Error) throw found;
        return found;
      },
    },
    noteEnd: async (_, blocks) => void ends.push(...blocks.map(({ chainId }) => chainId)),
    providerStatus: () => {
      if (says === undefined) return null;
      return async (reference) => {
        asked.push(reference);
        if (says instanceof Error) throw says;
        return says;
      };
    },
  });
  const observation = await source.statusOf({ terms, hash, createdAtMs: CREATED_AT_MS }, new AbortController().signal);
  return { ...observation, asked, ends };
}

describe('a swap', () => {
  test('is decided by its own receipt, whatever the aggregator says', async () => {
    const failed = said({ status: 'failed' });
    expect(await look(swap, { receipts: { [SOURCE]: mined() }, says: failed })).toMatchObject({
      ...{ status: 'success', amountOut: asUnits('9'), sender: 'wallet', asked: [] },
    });
    expect(await look(swap, { receipts: { [SOURCE]: mined({ status: 'reverted', arrived: 0n }) }, says: said() })).toMatchObject({
      ...{ status: 'failed', reason: 'reverted' },
    });
  });

  test('waits until its block is final', async () => {
    for (const status of ['success', 'reverted'] as const)
      expect(await look(swap, { receipts: { [SOURCE]: mined({ status, isFinal: false }) }, says: said() })).toMatchObject({
        ...{ status: 'pending', reason: 'confirming', sender: 'wallet' },
      });
  });

  test('of another wallet does not decide, and the aggregator is not asked about it', async () => {
    const found = await look(swap, { receipts: { [SOURCE]: mined({ from: stranger }) }, says: said() });
    expect(found).toMatchObject({ status: 'pending', reason: 'hash-of-another-wallet', sender: 'other', amountOut: null, asked: [] });
  });

  test('that brought nothing is not a success because an aggregator says so', async () => {
    const receipts = { [SOURCE]: mined({ arrived: 0n }), [DELIVERY]: mined({ from: stranger, arrived: 0n }) };
    expect(await look(swap, { receipts, says: said() })).toMatchObject({ status: 'pending', reason: 'not-arrived' });
    expect(await look(swap, { receipts })).toMatchObject({ status: 'pending', reason: 'not-arrived' });
  });

  test('that brought less than its own minimum says so', async () => {
    const receipts = { [SOURCE]: mined({ arrived: 9n }) };
    const found = await look({ ...swap, amountOutMin: asUnits('10') }, { receipts });
    expect(found).toMatchObject({ status: 'success', reason: 'below-minimum', amountOut: asUnits('9') });
    expect(await look({ ...swap, amountOutMin: asUnits('9') }, { receipts })).toMatchObject({ status: 'success', reason: null });
    const delivered = { [SOURCE]: mined({ arrived: 0n }), [DELIVERY]: mined({ from: stranger, arrived: 9n }) };
    const bridged = await look({ ...bridge, amountOutMin: asUnits('10') }, { receipts: delivered, says: said() });
    expect(bridged).toMatchObject({ status: 'success', reason: 'below-minimum', amountOut: asUnits('9') });
  });

  test('on a chain without an endpoint ends as its aggregator says, unverified', async () => {
    for (const [status, substatus, reason] of [
      ['success', 'COMPLETED', 'provider-says'],
      ['failed', 'REFUNDED', 'provider-failed'],
    ] as const) {
      const found = await look(swap, { chains: [], says: said({ status, substatus }) });
      expect(found).toMatchObject({ status, substatus, reason, amountOut: null, sender: 'unseen', destinationHash: DELIVERY });
      expect(isVerified(found)).toBe(false);
    }
    expect(await look(swap, { chains: [], says: said({ status: 'pending' }) })).toMatchObject({
      status: 'pending',
      reason: 'provider-pending',
    });
    expect(await look(swap, { chains: [] })).toMatchObject({ status: 'pending', reason: 'no-status-source' });
  });

  test('on a chain without an endpoint that goes to a readable one is verified there', async () => {
    const receipts = { [DELIVERY]: mined({ from: stranger, arrived: 7n }) };
    const found = await look(bridge, { chains: [10], receipts, says: said() });
    expect(found).toMatchObject({ status: 'success', reason: null, amountOut: asUnits('7') });
    expect(isVerified(found)).toBe(true);
    const nothing = { [DELIVERY]: mined({ from: stranger, arrived: 0n }) };
    expect(await look(bridge, { chains: [10], receipts: nothing, says: said() })).toMatchObject({
      status: 'pending',
      reason: 'not-arrived',
    });
    const old = { [DELIVERY]: mined({ from: stranger, arrived: 7n, minedAtMs: CREATED_AT_MS - 11 * 60_000 }) };
    const before = await look(bridge, { chains: [10], receipts: old, says: said() });
    expect(before).toMatchObject({ status: 'pending', reason: 'hash-older-than-record' });
  });

  test('that its aggregator sends itself, without a hash, ends as the aggregator says where no chain can be read, and only there', async () => {
    const order = { ...swap, aggregator: 'cow', reference: { orderUid: '0x1' } };
    const says = said({ hash: null });
    expect(await look(order, { chains: [], says }, null)).toMatchObject({ status: 'success', reason: 'provider-says' });
    expect(await look(order, { says }, null)).toMatchObject({ status: 'pending', reason: 'provider-says' });
  });

  test('on a chain without an endpoint is looked up by its own order reference first', async () => {
    const order = { ...bridge, reference: { orderId: '1' } };
    const refunded = await look(order, { chains: [], says: said({ status: 'failed', substatus: 'REFUNDED' }) });
    expect(refunded).toMatchObject({ status: 'failed', reason: 'provider-failed', asked: [{ txHash: null }] });
    const silent = await look(order, { chains: [], says: said({ status: 'pending', substatus: null, hash: null }) });
    expect(silent).toMatchObject({ status: 'pending', substatus: null, asked: [{ txHash: null }, { txHash: SOURCE }] });
  });

  test('that is older than the record does not decide, unless it brought the requested amount', async () => {
    const minedAtMs = CREATED_AT_MS - 11 * 60_000;
    const old = { status: 'pending', reason: 'hash-older-than-record', sender: 'unseen', asked: [] };
    const reverted = { [SOURCE]: mined({ minedAtMs, status: 'reverted', arrived: 0n }) };
    expect(await look(swap, { receipts: reverted, says: said() })).toMatchObject(old);
    expect(await look(bridge, { receipts: reverted, says: said() })).toMatchObject(old);
    expect(await look(swap, { receipts: { [SOURCE]: mined({ minedAtMs, arrived: 0n }) }, says: said() })).toMatchObject(old);
    expect(await look(swap, { receipts: { [SOURCE]: mined({ minedAtMs }) } })).toMatchObject({ status: 'success', sender: 'wallet' });
    const late = mined({ minedAtMs: CREATED_AT_MS - 9 * 60_000, status: 'reverted' });
    expect(await look(swap, { receipts: { [SOURCE]: late } })).toMatchObject({ status: 'failed', reason: 'reverted' });
  });

  test('stores a foreign status only up to a record’s limit', async () => {
    const receipts = { [SOURCE]: mined({ arrived: 0n }) };
    const found = await look(bridge, { receipts, says: said({ status: 'pending', substatus: 'x'.repeat(999), hash: 'y'.repeat(999) }) });
    expect(found).toMatchObject({ substatus: 'x'.repeat(200), destinationHash: null });
  });

  test('is unknown while the chain cannot be read, which is no failure', async () => {
    const receipts = { [SOURCE]: new RetryableError({ code: 'rpc-timeout', message: 'slow' }) };
    expect(await look(swap, { receipts })).toMatchObject({ status: 'pending', reason: 'rpc-timeout' });
    expect(look(swap, { receipts: { [SOURCE]: new TypeError('a bug') } })).rejects.toThrow('a bug');
  });
});

describe('a bridge', () => {
  const left = { [SOURCE]: mined({ arrived: 0n }) };

  test('succeeds when the delivering transaction shows the arrival', async () => {
    const receipts = { ...left, [DELIVERY]: mined({ from: stranger, arrived: 7n }) };
    expect(await look(bridge, { receipts, says: said() })).toMatchObject({
      ...{ status: 'success', amountOut: asUnits('7'), destinationHash: DELIVERY, substatus: 'COMPLETED', reason: null },
    });
  });

  test.each<[string, TradeReceipt, string]>([
    ['is not there', { kind: 'unknown' }, 'delivery-not-on-chain'],
    ['reverted', mined({ status: 'reverted' }), 'delivery-reverted'],
    ['is not final', mined({ isFinal: false }), 'confirming'],
    ['brought nothing', mined({ arrived: 0n }), 'not-arrived'],
  ])('waits while the delivering transaction %s', async (_what, delivery, reason) => {
    const found = await look(bridge, { receipts: { ...left, [DELIVERY]: delivery }, says: said() });
    expect(found).toMatchObject({ status: 'pending', reason, amountOut: null });
  });

  test('whose destination chain cannot be read follows its aggregator once the source is proved', async () => {
    const alone = { status: 'success', substatus: 'COMPLETED', reason: 'provider-says', amountOut: null, sender: 'wallet' };
    expect(await look(bridge, { chains: [1], receipts: left, says: said() })).toMatchObject(alone);
    const receipts = { ...left, [DELIVERY]: mined({ arrived: null }) };
    expect(await look(bridge, { receipts, says: said() })).toMatchObject({ ...alone, status: 'pending' });
  });

  test('that was refunded has failed, with the word for it', async () => {
    const says = said({ status: 'failed', substatus: 'REFUNDED' });
    expect(await look(bridge, { receipts: left, says })).toMatchObject({
      status: 'failed',
      reason: 'provider-failed',
      substatus: 'REFUNDED',
    });
  });

  test('whose source transaction reverted has failed', async () => {
    expect(await look(bridge, { receipts: { [SOURCE]: mined({ status: 'reverted' }) }, says: said() })).toMatchObject({
      reason: 'reverted',
    });
  });

  test('is pending while its aggregator says so, or does not answer', async () => {
    expect(await look(bridge, { receipts: left, says: said({ status: 'pending' }) })).toMatchObject({ reason: 'provider-pending' });
    const says = new ProviderFailure('timeout', 'slow');
    expect(await look(bridge, { receipts: left, says })).toMatchObject({ status: 'pending', reason: 'provider-timeout' });
    expect(await look(bridge, { receipts: left })).toMatchObject({ status: 'pending', reason: 'no-status-source' });
  });
});

describe('a hash that an aggregator names', () => {
  const left = { [SOURCE]: mined({ arrived: 0n }) };
  const LETTERS = `0x${'ab'.repeat(32)}`;

  test.each([LETTERS.toUpperCase().replace('X', 'x'), LETTERS.replace('0x', '0X'), LETTERS.slice(2), ` ${LETTERS} `])(
    'is looked up however it is written: %s',
    async (hash) => {
      const receipts = { ...left, [LETTERS]: mined({ from: stranger, arrived: 7n }) };
      expect(await look(bridge, { receipts, says: said({ hash }) })).toMatchObject({ status: 'success', destinationHash: LETTERS });
    },
  );

  test.each(['', '0x', 'pending', 'null', `0x${'0'.repeat(64)}`, `${LETTERS}00`])('is ignored when it is not a hash: %s', async (hash) => {
    expect(await look(bridge, { receipts: left, says: said({ hash }) })).toMatchObject({ status: 'pending', destinationHash: null });
  });

  test('as the paying transaction is used for a record without one, unless its chain shows another wallet as its sender', async () => {
    const order = { ...swap, aggregator: 'changenow', reference: { id: '1' } };
    const says = { ...said({ status: 'pending', hash: null }), sourceHash: SOURCE.toUpperCase() };
    expect(await look(order, { chains: [], says }, null)).toMatchObject({ sourceHash: SOURCE });
    expect(await look(order, { receipts: left, says }, null)).toMatchObject({ sourceHash: SOURCE });
    for (const receipt of [mined({ from: stranger }), { kind: 'unknown' } as const])
      expect((await look(order, { receipts: { [SOURCE]: receipt }, says }, null)).sourceHash).toBeUndefined();
    expect((await look(order, { chains: [], says }, DELIVERY)).sourceHash).toBeUndefined();
  });
});

test('an order that the aggregator sends itself is requested by its reference, and never by an unproved hash', async () => {
  const order = { ...swap, aggregator: 'cow', reference: { orderId: '1' } };
  const receipts = { [DELIVERY]: mined({ from: stranger, arrived: 4n }) };
  const found = await look(order, { receipts, says: said() }, null);
  expect(found).toMatchObject({ status: 'success', amountOut: asUnits('4'), hash: null });
  const other = await look(order, { receipts: { ...receipts, [SOURCE]: mined({ from: stranger }) }, says: said() });
  expect(other.asked).toMatchObject([{ txHash: null, reference: { orderId: '1' } }]);
  expect(await look(swap, {}, null)).toMatchObject({ status: 'pending', reason: 'no-hash', asked: [] });
});

test('an end names the chains that have shown it, and an open trade names none', async () => {
  const receipts = { [SOURCE]: mined(), [DELIVERY]: mined() };
  expect(await look(swap, { receipts })).toMatchObject({ status: 'success', ends: [1] });
  expect(await look(bridge, { receipts, says: said() })).toMatchObject({ status: 'success', ends: [1, 10] });
  expect(await look(bridge, { receipts, says: said({ status: 'pending', hash: null }) })).toMatchObject({ status: 'pending', ends: [] });
  expect(await look(swap, { receipts: { [SOURCE]: mined({ isFinal: false }) } })).toMatchObject({ status: 'pending', ends: [] });
});
