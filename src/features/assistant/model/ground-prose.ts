import { invalid, invented, type Problem } from './problem.ts';
import { addressesIn, entitiesIn, type Sources } from './sources.ts';
import { isNumberWritten } from './written-number.ts';

const LINK = /https?:|www\.|\b[a-z0-9-]+\.(?:com|org|net|io|xyz|app|finance|info|dev|co|me|gg|link|site|online|top|ru|cn)\b|<[a-z/!]/iu;
const ADDRESS = /0x[0-9a-f]{6,}|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/gi;
/** Matches numbers that stand alone. It does not match the number in a name such as "ERC-20" or "Permit2". */
const NUMBER = /(?<![\p{L}\p{N}.,-])\d+(?:[.,]\d+)*/gu;

/**
 * Returns why a text that the model wrote must not be shown: it contains a link, or an address or number that does not come from the user.
 */
export function proseProblem(text: string, sources: Sources): Problem | null {
  if (LINK.test(text)) return invalid('text contains a link or markup');
  const written = [...addressesIn(sources), ...entitiesIn(sources, 'hash').map((hash) => hash.text)].map((one) => one.toLowerCase());
  const addresses = [...text.matchAll(ADDRESS)].map(([address]) => address.toLowerCase());
  if (addresses.some((address) => !written.includes(address)))
    return invented('text contains an address or hash that the user did not write');
  const figures = [...text.replace(ADDRESS, ' ').matchAll(NUMBER)].map(([figure]) => figure);
  const isInvented = (figure: string) => ![figure.replaceAll(',', ''), figure.replaceAll('.', '').replace(',', '.')].some(isWritten);
  const isWritten = (figure: string) => /^\d+(\.\d+)?$/.test(figure) && isNumberWritten(figure, sources);
  return figures.some(isInvented) ? invented('text contains a figure that the user did not write') : null;
}

export function plainProse(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();
}
