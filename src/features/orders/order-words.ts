import { type FieldWords, id, plain, word } from '../../http/docs/words/units.ts';

/** The fields of records of orders at other services, for the API page. */
export const orderWords: FieldWords = {
  orderId: word('The id of the order at the other service.', 'ORDER-1'),
  status: word('The status that the caller gives.', 'pending'),
  metaData: plain('Anything that the caller wants to keep with the record: an object of its own making.'),
  quoteId: id('The id of the quote that was taken.'),
};
