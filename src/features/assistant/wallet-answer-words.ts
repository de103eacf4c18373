import { address, baseUnits, count, type FieldWords, isoTime, plain, tokens, usd, wei, word } from '../../http/docs/words/units.ts';

/**
 * Descriptions of the fields of what the chat tells about wallets, tokens and transactions, for the page of API documentation.
 */
export const walletAnswerWords: FieldWords = {
  // Wallets
  balance: plain('The balances of the wallet; null if they could not be read.'),
  'nftInfo.balance': count('How many units of the NFT the wallet has; null if this was not read.', 1),
  'approvals.balance': tokens("The wallet's balance of the token; null if it is not known.", '100'),
  portfolio: plain('The balances of the wallet on all chains, each with its value.'),
  walletCard: plain('A summary of the wallet.'),
  tokens: plain('The tokens; in a summary, their number.'),
  chains: plain('The chains.'),
  unpriced: plain('The tokens without a price; in a summary, their number.'),
  total: usd('The total value of the balances, as decimal text.', '4250.5'),
  isContract: plain('Whether the address belongs to a contract; null if this could not be read.'),
  phase: word('What the plan or agent is doing now, as a word that an app can show.', 'running'),
  blockedBy: word('The code of the reason why the plan or agent cannot act now; null if nothing prevents it.', 'paused-on-chain'),
  firstSeenAt: isoTime('When this service first saw the wallet; null if it has not seen it before.'),
  sent: count('The number of transactions that the wallet has sent; null if it could not be read.', 12),
  isWhole: plain('Whether all blocks of the chain were searched.'),
  fromBlock: count('The first block that was searched; null if none was searched.', 1),
  toBlock: count('The last block that was searched; null if none was searched.', 1204),

  // Allowances
  revokeApprovals: plain('The approvals of the wallet, which allow others to spend its tokens.'),
  allowance: baseUnits('The amount that the spender may take; null if it is unlimited or does not apply.', '100000000'),
  allowanceText: tokens(
    'The amount that the spender may take, in a form to show to users; null if it is unlimited or does not apply.',
    '100',
  ),
  isUnlimited: plain('Whether the spender may take any amount.'),
  approvedAtBlock: count('The number of the block in which the wallet gave the approval.', 12),
  valueAtRiskUsd: usd('The value of the tokens that the spender could take, as decimal text; null if there is no price.', '100'),
  totalAtRiskUsd: usd(
    'The total value of the tokens that all spenders together could take: at most what the wallet holds. Decimal text.',
    '100',
  ),
  revoke: plain('The transaction with which the wallet ends the approval.'),
  tokenId: word('The token id of the NFT in its contract; null if there is none.', '1'),

  // Prices and safety
  market: plain('The current price of the token and its recent changes.'),
  day: word('The change of the price within a day, in percent as decimal text; null if it is not known.', '1.2'),
  hour: word('The change of the price within an hour, in percent as decimal text; null if it is not known.', '0.1'),
  week: word('The change of the price within a week, in percent as decimal text; null if it is not known.', '-3.4'),
  range: plain('The lowest and the highest price of a period; null if they are not known.'),
  lowUsd: usd('The lowest price of one whole token in the period, as decimal text.', '2900'),
  highUsd: usd('The highest price of one whole token in the period, as decimal text.', '3100'),
  hours: count('The number of hours over which the lowest and highest price were taken.', 24),
  volatilityPercent: {
    description: 'The standard deviation of the hourly price changes, in percent as decimal text; null if it is not known.',
    example: '0.8',
  },
  tokenSafety: plain('The result of the safety check of the token.'),
  score: count('The safety score from 0 to 100, where 100 is safest. Null if the check failed.', 80),
  scannedAt: isoTime('When the token was checked.'),
  listed: plain('Whether the token is in the token list of this service.'),

  // Transactions
  txInfo: plain('What a transaction did.'),
  txHistory: plain('The trades and transfers of the wallet.'),
  chain: word('The name of the chain.', 'Coxswain local chain'),
  valueWei: wei("The amount of the chain's native coin that the transaction sent.", '0'),
  nativeSymbol: word('The symbol of the native coin of the chain.', 'ETH'),
  fee: tokens('The gas costs of the transaction in the native coin; null until it is in a block.', '0.00021'),
  feeWei: wei('The gas costs of the transaction; null until it is in a block.'),
  feeUsd: usd('The gas costs of the transaction, as decimal text; null if there is no price.', '0.06'),
  gasUsed: count('The units of gas that the transaction used; null until it is in a block.', 21000),
  minedAt: isoTime('When the transaction was included in a block; null until then.'),
  createdContract: address('The contract that the transaction created; null if it created none.'),
  selector: word('The first four bytes of the call data, which identify the called function; null if there are none.', '0x095ea7b3'),
  revertReason: word('Why the transaction failed; null if it did not fail or the reason is not known.', 'Too little received'),
  transfers: plain('The transfers of tokens that the transaction or wallet made.'),
  moreTransfers: count('The number of transfers of the transaction that are not shown.', 0),
  direction: plain('Whether the wallet received the tokens, sent them, or sent them to itself.'),
  'chains.unread': { ...address('The tokens whose balances could not be read.') },
  'market.points': plain('The recorded prices of the token, oldest first.'),
  'market.source': word('The source of the price.', 'on-chain'),
  'fired.source': word('The source of the price.', 'on-chain'),
  'method.args': plain('The arguments of the called method, by name.'),
  'tokens.balance': baseUnits('The balance.', '100000000'),
  'walletCard.trades': count('The number of trades that the wallet has made with this service.', 4),
  'walletCard.unpriced': count('The number of tokens of the wallet that have no price.', 1),
};
