import { describe, expect, test } from 'bun:test';
import { createGather } from '../../../src/operator/inspection/gather.ts';
import { createLookUpTransactions } from '../../../src/operator/inspection/look-up-transactions.ts';
import type { TransactionState } from '../../../src/platform/chain/transaction-receipt.ts';
import type { TransactionOutline } from '../../../src/values/inspection/outline.ts';

const T0 = Date.UTC(2026, 0, 1);

describe('transactions', () => {
  const outline = (more: Partial<TransactionOutline> = {}): TransactionOutline => ({
    chainId: 1,
    hash: '0xa',
    nonce: null,
    status: 'sent',
    what: 'Order 1',
    ...more,
  });
  const mined: TransactionState = { status: 'mined', nonce: 4, blockNumber: 9, gasUsed: '21000' };

  function lookUp(
    read: (chainId: number, hash: string) => Promise<TransactionState | null>,
    explorerUrl: string | null = 'https://scan.example/',
  ) {
    const clock = { now: () => T0 + clock.lateMs, lateMs: 0 };
    return { clock, ask: createLookUpTransactions({ read, networkOf: async () => ({ explorerUrl }), clock }) };
  }

  test('their outcomes are read from the chain, at most once a minute', async () => {
    let asked = 0;
    const { ask, clock } = lookUp(async () => {
      asked += 1;
      return mined;
    });
    for (let i = 0; i < 2; i += 1) {
      const { transactions } = await ask([outline()]);
      expect(transactions[0]).toMatchObject({
        status: 'mined',
        nonce: 4,
        blockNumber: 9,
        gasUsed: '21000',
        url: 'https://scan.example/tx/0xa',
      });
    }
    expect(asked).toBe(1);
    clock.lateMs = 61_000;
    await ask([outline()]);
    expect(asked).toBe(2);
  });

  test('when the chain fails, a sentence and the stored data of the transaction are shown', async () => {
    const { ask } = lookUp(async () => {
      throw new Error('No endpoint answered.');
    });
    const { transactions, missing } = await ask([outline({ status: 'mined', blockNumber: 7 }), outline({ hash: '0xb' })]);
    expect(transactions[0]).toMatchObject({ status: 'mined', blockNumber: 7, gasUsed: null });
    expect(missing).toEqual(['Receipts of chain 1 could not be read: No endpoint answered.']);
  });

  test('a transaction that the chain does not know keeps its status, and a replaced one is not looked up', async () => {
    const { ask } = lookUp(async (_chain, hash) => {
      if (hash !== '0xa') throw new Error(`${hash} was asked for`);
      return { status: 'unknown', nonce: null, blockNumber: null, gasUsed: null };
    });
    const { transactions, missing } = await ask([outline(), outline({ hash: '0xb', status: 'replaced', nonce: 3 })]);
    expect(transactions.map(({ status }) => status)).toEqual(['sent', 'replaced']);
    expect(missing).toEqual([]);
  });

  test.each([[null], ['javascript:alert(1)'], ['no address']])('an explorer that is %p gives no link', async (explorerUrl) => {
    const { transactions } = await lookUp(async () => mined, explorerUrl).ask([outline()]);
    expect(transactions[0]?.url).toBeNull();
  });
});

test('an error of a source is shown without the keys in addresses', async () => {
  const fail = () => Promise.reject(new Error('Request to https://rpc.example/v3/0123456789abcdef0123456789abcdef failed.'));
  const { gather, missing } = createGather();
  expect(await gather('Its prices', null, fail)).toBeNull();
  expect(missing()).toEqual(['Its prices could not be loaded: Request to https://rpc.example/[redacted] failed.']);
  const ask = createLookUpTransactions({ read: fail, networkOf: async () => null, clock: { now: () => T0 } });
  const { missing: unread } = await ask([{ chainId: 1, hash: '0xa', nonce: null, status: 'sent', what: 'A buy' }]);
  expect(unread).toEqual(['Receipts of chain 1 could not be read: Request to https://rpc.example/[redacted] failed.']);
});
