import type { Phrase, Value } from '../../../../values/inspection/sections.ts';
import { formatLocal, shorten, shortenId } from '../../kit/format.ts';
import type { UnitRepository } from './unit-repository.ts';

/** Formats a phrase (a sequence of texts and values) as plain text: `bought 0.0083 WETH for 25 USDC`. */
export function phraseText(phrase: Phrase, repository: UnitRepository): string {
  return phrase.map((value) => valueText(value, repository)).join(' ');
}

function valueText(value: Value, repository: UnitRepository): string {
  switch (value.kind) {
    case 'text':
    case 'badge':
      return value.text;
    case 'amount':
      return repository.short(value);
    case 'token':
      return repository.symbolOf(value.chainId, value.token);
    case 'time':
      return formatLocal(value.atMs);
    case 'actor':
      return shortenId(value.id);
    case 'transaction':
      return value.name ?? shorten(value.hash, 10, 6);
    case 'address':
      return shorten(value.address);
  }
}
