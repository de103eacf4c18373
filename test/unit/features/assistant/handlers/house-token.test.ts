import { expect, test } from 'bun:test';
import { type Asked, say } from '../../../../../src/features/assistant/answers/answer.ts';
import { createHouseToken } from '../../../../../src/features/assistant/handlers/house-token.ts';
import { parseAddress } from '../../../../../src/values/address.ts';

const house = { chainId: 8453, address: parseAddress(`0x${'5f'.repeat(20)}`) };
const asked: Asked = {
  ...{
    wallet: null,
    chainId: null,
    currency: null,
    text: '',
    intent: 'buy_bz_token',
    operation: null,
    said: null,
    key: 'k',
    chatId: 'c',
    turn: 1,
  },
  ...{ slots: { amount: '50', amountKind: 'token', fromToken: 'USDC' }, signal: new AbortController().signal },
};

test('a request for the house token is answered with offers for it', async () => {
  const quoted: Asked[] = [];
  const handler = createHouseToken({
    house,
    quotes: async (one) => {
      quoted.push(one);
      return say('offers');
    },
  });
  expect(await handler(asked)).toMatchObject({ text: 'offers' });
  expect(quoted).toMatchObject([{ intent: 'quotes', slots: { ...asked.slots, toToken: house.address, toChainId: 8453 } }]);
});

test('a service without a house token says so', async () => {
  const handler = createHouseToken({ house: null, quotes: () => Promise.reject(new Error('no quotes are asked for')) });
  expect(await handler(asked)).toMatchObject({ action: 'text', text: 'This service has no token of its own (house token).' });
});
