import { type FieldWords, id, wallet, word } from '../../http/docs/words/units.ts';

/**
 * Descriptions, for the page of API documentation, of the path parameters of those routes that forward requests to providers. All other
 * fields of these requests are defined by the providers.
 */
export const providerWords: FieldWords = {
  addr: wallet('The deposit address.'),
  chain: word("The provider's id of the chain.", '1'),
  commitmentId: word('The id of the commitment at the provider.', '1'),
  quoteId: id('The id of the quote.'),
};
