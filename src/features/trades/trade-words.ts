import { baseUnits, type FieldWords, hash, id, isoTime, plain, url, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of trade records, for the page of API documentation. */
export const tradeWords: FieldWords = {
  _id: id('The id of the record, the same as `id`.'),
  'claimed.status': word('The outcome that a client reported; null if no client reported one.', 'success'),
  claimed: plain(
    'What a client reported about the outcome of the trade, which does not change `status`. Null if no client reported anything.',
  ),
  '@.status': plain('If this is given, only trades with this status are listed.'),
  status: word('Whether the trade is still pending, or how it ended.', 'success'),
  type: word('`swap` for a trade on one chain, `bridge` for a trade between two chains.', 'swap'),
  amountIn: baseUnits('The amount of the input token that the trade spends.', '100000000'),
  transaction: plain('The trade; null if the wallet has none.'),
  verified: plain('True if the outcome was verified on a chain; null while the trade is pending.'),
  substatus: word("The provider's own status of the trade; null if the provider reported none.", 'DONE'),
  reason: word('A code for the reason of the status; null if there is no special reason.', 'reverted'),
  isTxHashConfirmed: plain('True if the chain shows that the wallet sent this transaction. The hash can then no longer be changed.'),
  destinationExplorerUrl: url(
    'The page of a block explorer for the transaction on the chain on which the trade ends; null if there is none.',
  ),
  lastCheckedAt: isoTime('When the service last checked the status on the chain or at the provider; null if it has not checked yet.'),
  settledAt: isoTime('When the service learned the outcome; null while the trade is pending.'),
  hash: hash('The transaction hash of the trade, or the id of its record.'),
  txHash: id('The transaction hash of the trade; until it is known, the id of the record.'),
};
