import { type FieldWords, id, wallet, word } from '../../http/docs/words/units.ts';

/** The parts of paths that go to providers; everything else in these requests is the provider's own. */
export const providerWords: FieldWords = {
  addr: wallet('The deposit address.'),
  chain: word('The id of the chain at the provider.', '1'),
  commitmentId: word('The id of the commitment.', '1'),
  quoteId: id('The id of the quote.'),
};
