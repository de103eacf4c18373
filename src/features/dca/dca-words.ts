import { baseUnits, bps, count, type FieldWords, id, isoTime, plain, SAMPLE, seconds, tokens, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of DCA positions and their orders, for the page of API documentation. */
export const dcaWords: FieldWords = {
  dcaId: id("The id of the position's record."),
  positionId: count('The number of the position in the vault; null until the wallet has opened it there.', 1),
  amount: tokens('The total budget of the position, which is divided evenly among its orders. A number or text.', 30),
  amountBaseUnits: baseUnits('The exact total budget of the position.'),
  frequency: count('The total number of orders of the position.', 3),
  interval: seconds('The time of all orders together, which is divided evenly among the orders.', 60),
  duration: seconds('The time of all orders of the position together, which is `interval` in a request.', 120),
  timeFrame: word('A name of the time between two orders, chosen by the client. It is stored, but has no effect.', 'minutely'),
  isAutoBuy: plain('True if the service sends the orders when they are due. False if the service sends none.'),
  fromToken: word('The token that is spent: in a request its address, in a reply an object with the details of the token.', SAMPLE.usdc),
  toToken: word('The token that is bought: in a request its address, in a reply an object with the details of the token.', SAMPLE.weth),
  status: word('The status of the position. It is `success` for every open position, so users should see `phase` instead.', 'active'),
  '@.status': plain('Lists only positions with this status; `all` lists every position.'),
  '@.positionId': count('Lists only the orders of the position with this number in the vault.', 1),
  phase: word('What the position is doing now, as a word that an app can show to users.', 'running'),
  processed: count('The number of orders of the position that were executed.', 1),
  ordersLeft: count('The number of orders of the position that were not executed yet.', 2),
  lastAttemptAt: isoTime('When the service last tried to send an order and failed; null if no attempt has failed.'),
  nextOrderAt: isoTime('When the next order is due; null if no order is left or the time is not known.'),
  depositTime: {
    ...seconds('When the wallet opened the position in the vault, counted from the start of 1970 (UTC); null until then.', 1_769_860_800),
  },
  averagePrice: tokens(
    'The average amount of the spent token that was paid for one whole bought token; null before the first order.',
    '3001.2',
  ),
  spent: baseUnits('The total amount that the orders have spent.', '10000000'),
  received: baseUnits('The total amount that the orders have bought.', '3331650016745707'),
  feeBps: bps(
    'The share of the amount spent by each order that the vault keeps as its fee. It is fixed when the position is opened; null if it is not known.',
  ),
  lastSkip: plain(
    'Why no order is sent at present, for example because the next order is not due yet (`not-due`); null if nothing prevents it.',
  ),
  'lastSkip.kind': word('A stable code of the reason why no order is sent.', 'price-impact'),
  nextAttemptAt: isoTime('When the service tries to send the order again; null if that time is not known.'),
  orderIndex: count('The number of the order in its position; the first is 0.', 0),
  fee: baseUnits('The part of `amountIn` that the vault kept as its fee.', '30000'),
  confirmations: count('The number of blocks that the service has read after the block that contains the order.', 12),
  isFinal: plain('True if a reorg (a change of the last blocks of the chain) can no longer remove the order.'),
  executedAt: isoTime('When the order was executed.'),
};
