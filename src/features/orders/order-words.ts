import { type FieldWords, id, plain, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of records of orders at other services, for the page of API documentation. */
export const orderWords: FieldWords = {
  orderId: word('The id of the order at the other service.', 'ORDER-1'),
  status: word('The status of the order, as stated by the client.', 'pending'),
  metaData: plain('Further data of the client: an object with any fields. It is stored unchanged.'),
  quoteId: id('The id of the quote from which the order was made.'),
};
