import { address, baseUnits, count, type FieldWords, id, plain, tokens, wei, word } from '../../http/docs/words/units.ts';

/** The fields of quotes and builds, for the API page. */
export const quoteWords: FieldWords = {
  id: id('The id of the quote. It is valid until `expiresAt`.'),
  type: word('`swap` on one chain, `bridge` between two.', 'swap'),
  amount: tokens('What the wallet spends.', '100'),
  amountOut: baseUnits('What the wallet receives.', '33316500167457079'),
  'fees.amount': baseUnits('The fee; null if it is only known in US dollars.', '30000'),
  slippage: word('How much less than promised the trade may give, in percent; from 0.01 to 50.', '1'),
  exclude: word('Names of providers that are not asked, separated by commas.', 'odos,okx'),
  anonymousMode: word('`true` asks only the provider that hides who trades with whom.', 'false'),
  kinds: plain('What the provider can do.'),
  key: plain('Whether the provider needs a key of this service.'),
  chains: plain('The chains of the provider.'),
  isSolverBased: plain('Whether the provider carries trades out itself, by signed orders.'),
  hasStatus: plain('Whether the provider can be asked how a trade stands.'),
  proxySlug: word('The part of the path of the routes that pass requests on to the provider; null if there are none.', '0x'),
  offBecause: word('Why the provider is not asked; null if it is.', 'It needs a key: ZEROEX_API_KEY.'),
  tx: plain('The transaction that the wallet sends; null if the trade goes through the relayer.'),
  'tx.value': wei('What is sent along.', '0'),
  value: wei('What is sent along.', '0'),
  metaTx: plain('What `POST /defi/sign` signs, and the Relayer contract checks; null if `tx` is sent as it is.'),
  sendValue: wei('What the wallet sends along with the call of the Relayer; null without one.', '0'),
  target: address('The contract that the Relayer calls.', '0xcf7ed3acca5a467e9e704c603e8d87f634fb0fc9'),
  deadline: count('Until when the trade is valid, in seconds since 1970.', 1_769_861_400),
  amountIn: baseUnits('The amount that is spent.', '100000000'),
  chainId: word('The id of the chain (EIP-155). 31337 is the local chain.', 31337),
};
