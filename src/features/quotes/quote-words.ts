import { address, baseUnits, count, type FieldWords, id, plain, tokens, wei, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of quotes and builds, for the page of API documentation. */
export const quoteWords: FieldWords = {
  id: id('The id of the quote. It is valid until `expiresAt`.'),
  type: word('`swap` for a trade on one chain, `bridge` for a trade between two chains.', 'swap'),
  '@.amount': tokens('The amount that the wallet spends.', '100'),
  amount: baseUnits('The amount that the wallet receives.', '33316500167457079'),
  'approvals.amount': baseUnits('The amount that the provider or the Relayer contract may take from the wallet.', '100000000'),
  amountOut: baseUnits('The amount that the wallet receives.', '33316500167457079'),
  'fees.amount': baseUnits('The amount of the fee; null if it is only known in US dollars.', '30000'),
  slippage: word('By how much the output of the trade may be less than quoted, in percent, from 0.01 to 50.', '1'),
  exclude: word('Names of providers from which no quote is requested, separated by commas.', 'odos,okx'),
  anonymousMode: word(
    '`true` requests a quote only from ChangeNOW. The chain then does not show that the paying and the receiving wallet belong together.',
    'false',
  ),
  kinds: plain('The kinds of trades that the provider supports.'),
  key: plain('Whether this service needs an API key for the provider.'),
  chains: plain('The chains that the provider supports.'),
  isSolverBased: plain(
    'True if the output does not arrive in the same transaction, for example because a third party fills a signed order.',
  ),
  hasStatus: plain('True if the provider can report the status of a trade.'),
  proxySlug: word(
    'The name of the provider in the paths of the routes that forward requests to it; null if there are no such routes.',
    '0x',
  ),
  offBecause: word('Why no quotes are requested from the provider; null if they are.', 'It needs a key: ZEROEX_API_KEY.'),
  tx: plain('The transaction that the wallet sends; null if the trade goes through the Relayer contract.'),
  'tx.value': wei("The amount of the chain's native coin that the transaction sends with the call.", '0'),
  value: wei("The amount of the chain's native coin that the transaction sends with the call.", '0'),
  metaTx: plain(
    'The trade as `POST /defi/sign` expects it, for a trade through the Relayer contract; null if the wallet sends `tx` itself.',
  ),
  sendValue: wei(
    'The amount of the native coin that the wallet must send with the call of the Relayer contract; null without a Relayer contract.',
    '0',
  ),
  target: address('The contract of the provider, which the Relayer contract calls.', '0xcf7ed3acca5a467e9e704c603e8d87f634fb0fc9'),
  deadline: count('Until when the trade is valid, in seconds since the start of 1970 (UTC).', 1_769_861_400),
  amountIn: baseUnits('The amount that the wallet spends.', '100000000'),
  chainId: word('The id of the chain (EIP-155). 31337 is the local chain.', 31337),
};
