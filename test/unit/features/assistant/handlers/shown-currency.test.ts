import { describe, expect, test } from 'bun:test';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { createCheckBalance, createPortfolio } from '../../../../../src/features/assistant/handlers/balances.ts';
import { createMoney, currencyOf } from '../../../../../src/features/assistant/lookup/money.ts';
import { found } from '../../../../../src/features/assistant/lookup/outcome.ts';
import type { Slots } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { OWNER, USDC } from '../../../../support/alert-bench.ts';

const money = createMoney({ fiatRates: { read: async () => ({ atMs: 0, source: 'test', perUsd: { EUR: '0.9', GBP: '0.8' } }) } });
const held = { ...USDC, balance: '10000000', amount: '10', priceUsd: '1', valueUsd: '10' };
const deps: Parameters<typeof createCheckBalance>[0] = {
  balances: {
    of: async () => ({
      ...{ address: parseAddress(OWNER), totalUsd: '10', failed: [] },
      chains: [{ chainId: 1, name: 'Ethereum', readAt: '2026-12-01T00:00:00.000Z', tokens: [held as never], unread: [], valueUsd: '10' }],
    }),
  },
  networks: { get: async () => null },
  tokens: { listOf: async () => [] },
  chains: {
    open: async () =>
      found({ network: { name: 'Ethereum' }, chain: { readContracts: async () => [{ status: 'success', result: 10_000_000n }] } } as never),
    ...{ all: async () => [], named: async () => found([]) },
  },
  ...{ findToken: async () => found(USDC), openMoney: money.open, pricesOf: async () => new Map() },
};

function asked(slots: Slots, currency: string | null): Asked {
  return {
    ...{ wallet: OWNER, chainId: 1, currency, text: '', intent: 'check_balance', slots, operation: null, said: null, chatId: 'c', turn: 1 },
    ...{ key: 'k', signal: new AbortController().signal },
  };
}

describe('the currency in which values are shown', () => {
  test.each([
    ['check_balance', createCheckBalance(deps)],
    ['portfolio', createPortfolio(deps)],
  ] as const)('%s uses the one that the message names, and says when it has no rate', async (action, handler) => {
    const shown = async (slots: Slots, currency: string | null) => {
      const { text, data } = await handler(asked(slots, currency));
      return { text, ...(data.balance ?? data.portfolio) };
    };
    expect(await shown({}, null)).toMatchObject({ currency: 'USD', total: '10', text: expect.stringContaining('$10.00') });
    expect(await shown({}, 'GBP')).toMatchObject({ currency: 'GBP', total: '8' });
    expect(await shown({ fiat: 'EUR' }, null)).toMatchObject({ currency: 'EUR', text: expect.stringContaining('9.00 EUR') });
    expect(await shown({ fiat: 'EUR' }, 'GBP')).toMatchObject({ currency: 'EUR', total: '9' });
    expect(await shown({ fiat: 'INR' }, null)).toMatchObject({ currency: 'USD', text: expect.stringContaining('no exchange rate of INR') });
    expect((await shown({ to: OWNER }, null)).text).toContain(action === 'portfolio' ? 'The portfolio of 0x' : `The wallet ${OWNER}: `);
    expect(action).toBe((await handler(asked({}, null))).action as never);
  });

  test('the balance of one token is shown in it too', async () => {
    const answer = await createCheckBalance(deps)(asked({ fromToken: 'USDC', fiat: 'EUR' }, null));
    expect(answer.data.balance).toMatchObject({ currency: 'EUR' });
  });

  test('the grammar fills it in for every answer with values; for another answer it says that the currency was left out', () => {
    const understand = (input: string) =>
      understandMessage({ input, chainId: 1, supportedChains: chains, tokens: words, recent: [] }, Date.UTC(2026, 5, 15, 12));
    for (const message of ['usdc balance in eur', 'my balance in inr', 'wallet card in eur', 'portfolio in eur', 'price of eth in eur']) {
      const { slots, leftOut } = understand(message);
      expect([message, currencyOf({ slots, currency: null }), leftOut]).toEqual([message, message.endsWith('inr') ? 'INR' : 'EUR', []]);
    }
    expect(understand('show my approvals in eur').leftOut).toEqual(['eur']);
  });
});
