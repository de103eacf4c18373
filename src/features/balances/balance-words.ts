import { address, baseUnits, type FieldWords, plain, tokens, usd, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of balances and of the sum of fees, for the page of API documentation. */
export const balanceWords: FieldWords = {
  chains: plain('The chains whose balances were read.'),
  failed: plain('The chains whose balances could not be read, each with the reason.'),
  tokens: plain('The tokens of which the wallet has a balance, and the native coin of the chain.'),
  balance: baseUnits('The balance of the token.', '100000000'),
  amount: tokens('The balance of the token.', '100'),
  'failed.name': word('The name of the chain.', 'Base'),
  name: word('The name of the chain or token.', 'USD Coin'),
  unread: { ...address('The tokens whose balances could not be read.') },
  force: word('1 reads the chains again; 0 also accepts a result of the last five minutes.', '0'),
  total: { description: 'The total value in US dollars, truncated to cents.', example: 4250.5 },
  isFloor: plain('Always true: the total is a lower bound, because tokens without a price are not counted.'),
  vaults: plain('The fees that the DCA and Autopilot vaults have earned.'),
  'vaults.chains': plain('The vaults of each chain.'),
  totalUsd: usd('The total value of the balances, as decimal text.', '4250.5'),
};
