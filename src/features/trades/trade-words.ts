import { baseUnits, type FieldWords, hash, id, isoTime, plain, url, word } from '../../http/docs/words/units.ts';

/** The fields of trade records, for the API page. */
export const tradeWords: FieldWords = {
  _id: id('The id of the record, the same as `id`.'),
  'claimed.status': word('The outcome that the client reported; null if it reported none.', 'success'),
  claimed: plain('What a client reported about the outcome; it does not change `status`. Null if nothing was reported.'),
  '@.status': plain('Only trades with this status.'),
  status: word('Whether the trade is still pending, and how it ended.', 'success'),
  type: word('`swap` on one chain, `bridge` between two.', 'swap'),
  amountIn: baseUnits('The amount that is spent.', '100000000'),
  transaction: plain('The trade; null if the wallet has none.'),
  verified: plain('Whether the outcome was seen on a chain; null while the trade is pending.'),
  substatus: word("The provider's own word for the status; null if it gave none.", 'DONE'),
  reason: word('Why the trade has this status, as a code; null if there is nothing to say.', 'reverted'),
  isTxHashConfirmed: plain('Whether the chain shows that the wallet sent this transaction, so that the hash is final.'),
  destinationExplorerUrl: url(
    'The page of a block explorer about the transaction on the chain where the trade ends; null if there is none.',
  ),
  lastCheckedAt: isoTime('When the chain or the provider was asked last; null if it was not.'),
  settledAt: isoTime('When the outcome was known; null while the trade is pending.'),
  hash: hash('The hash of the transaction, or the id of the record.'),
  txHash: id('The hash of the transaction, or the id of the record until there is one.'),
};
