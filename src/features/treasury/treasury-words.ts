import { baseUnits, count, type FieldWords, plain, tokens, usd, wallet, word } from '../../http/docs/words/units.ts';

/** The fields of executors and fees, for the API page. */
export const treasuryWords: FieldWords = {
  chains: plain('Each chain with its executor and vaults.'),
  executor: plain('The account that pays for the transactions; null if the chain has none.'),
  balance: tokens("The balance in the chain's coin.", '9.99'),
  balanceUsd: usd('The worth of the balance, as decimal text; null if there is no price.', '29970'),
  daysLeft: count('For how many days the balance lasts at the rate of the last days; null if that is not known.', 30),
  others: { ...wallet('Further accounts that send transactions.') },
  balances: plain('What the account holds of other tokens.'),
  today: plain('What was spent today (UTC).'),
  month: plain('What was spent in the last thirty days (UTC).'),
  transactions: count('How many transactions were sent.', 12),
  skipped: count('How many were not sent, because they would have cost too much.', 0),
  days: count('How many days are summed up.', 1),
  native: tokens("What the transactions cost in the chain's coin.", '0.0042'),
  usd: usd('What the transactions cost, as decimal text.', '1.2'),
  usdEach: usd('What one transaction costs on average, as decimal text; null if none was sent.', '0.1'),
  limitUsd: usd('The most that may be spent on one day, as decimal text; null if there is no limit.', '50'),
  failed: word('Why the chain could not be read; null if it was.', 'The node did not answer.'),
  fees: plain('What the vaults have earned.'),
  tokens: plain('What was earned of each token.'),
  earned: baseUnits('What was earned in all.', '120000'),
};
