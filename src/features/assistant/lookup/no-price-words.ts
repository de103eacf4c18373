import type { NoPriceReason } from '../../../market/prices/price.ts';

/** Why a token has no price, as a user may read it. */
export const NO_PRICE_WORDS: Readonly<Record<NoPriceReason, string>> = {
  'no-source': 'no price source supports it',
  'unknown-token': 'the price sources do not know it',
  stale: 'its last price is too old',
  'not-positive': 'its price source states no price above zero',
  'not-reliable': 'its price is not reliable',
  timeout: 'the price sources did not answer in time',
  'rate-limited': 'the price sources accept no more requests now',
  'upstream-error': 'the price sources answered with an error',
  'chain-unreadable': 'its chain cannot be read now',
};
