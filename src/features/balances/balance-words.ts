import { address, baseUnits, type FieldWords, plain, tokens, usd, word } from '../../http/docs/words/units.ts';

/** The fields of balances and of the sum of fees, for the API page. */
export const balanceWords: FieldWords = {
  chains: plain('The chains that were read.'),
  failed: plain('The chains that could not be read, each with the reason.'),
  tokens: plain('The tokens with a balance, and the coin of the chain.'),
  balance: baseUnits('The balance.', '100000000'),
  amount: tokens('The balance.', '100'),
  'failed.name': word('The name of the chain.', 'Base'),
  name: word('The name, for people.', 'USD Coin'),
  unread: { ...address('The tokens that could not be read.') },
  force: word('1 reads the chains again; 0 takes a result of the last five minutes.', '0'),
  total: { description: 'The worth in US dollars, cut to cents.', example: 4250.5 },
  isFloor: plain('Always true: the true sum may be higher, because tokens without a price count as nothing.'),
  vaults: plain('What the vaults have earned in fees.'),
  'vaults.chains': plain('The vaults of each chain.'),
  totalUsd: usd('The worth of all of it, as decimal text.', '4250.5'),
};
