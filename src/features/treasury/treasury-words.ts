import { baseUnits, count, type FieldWords, plain, tokens, usd, wallet, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of the executors' balances and the vaults' fees, for the page of API documentation. */
export const treasuryWords: FieldWords = {
  chains: plain('The chains that the node reads, each with its executor, its gas costs and the fees of its vaults.'),
  executor: plain('The executor: the account that sends transactions and pays their gas; null if the node has no key for the chain.'),
  balance: tokens("The executor's balance of the chain's native coin.", '9.99'),
  balanceUsd: usd('The value of the balance, as decimal text; null if the price of the coin is missing.', '29970'),
  daysLeft: count(
    'The number of days until the balance is used up, estimated from the costs of the last days; null if that is not known.',
    30,
  ),
  others: { ...wallet('Further accounts of the executor. Their balances are included in the total.') },
  balances: plain('For each account of the executor, its balance of the native coin of the chain.'),
  today: plain('What the executor has paid for gas today (UTC).'),
  month: plain('What the executor has paid for gas in the last thirty days (UTC), including today.'),
  transactions: count('The number of orders, trades and pay-outs whose gas was paid. One transaction can contain several of them.', 12),
  skipped: count('The number of orders and trades that were postponed because of their gas costs.', 0),
  days: count('The number of days with gas costs in this period.', 1),
  native: tokens("The gas costs in this period, in the chain's native coin.", '0.0042'),
  usd: usd('The gas costs in this period, as decimal text.', '1.2'),
  usdEach: usd('The average gas cost of one order, trade or pay-out, as decimal text; null if there was none.', '0.1'),
  limitUsd: usd('The maximum gas costs per day (UTC), as decimal text; null if there is no limit.', '50'),
  failed: word('Why the chain could not be read; null if it was read.', 'The node did not answer.'),
  fees: plain('The fees that the vaults of the chain have earned.'),
  tokens: plain('The fees that the vaults have earned in each token.'),
  earned: baseUnits('The total amount of fees that the vaults have earned in this token.', '120000'),
};
