import { isAddress } from '../../../../values/address.ts';
import { hasConcept, isTaken, type Reading, take } from './reading.ts';

const NUMBERED: ReadonlySet<string> = new Set(['token', 'id', 'number', 'no', 'num', 'tokenid', 'item', 'nft']);
/** Words that may follow the number of an NFT and do not tell what it counts. */
const AFTER: ReadonlySet<string> = new Set(['on', 'please']);
/** Signs that may stand before the number of an NFT. */
const SIGNS: ReadonlySet<string> = new Set(['/', ':', '=', ',', '-', '.']);

/** Finds the number of an NFT: `#42`, "token id 42", "nft 42", and in a message about NFTs the number after the address of the contract: "nft 0x… 42". */
export function readItems(reading: Reading): void {
  const { words } = reading;
  const isAboutNfts = hasConcept(reading, ['nft']);
  words.forEach((word, at) => {
    if (word.kind !== 'number' || !/^\d{1,78}$/.test(word.raw) || isTaken(reading, at)) return;
    const before = words[at - 1];
    if (before?.raw === '#') take(reading, { kind: 'item', number: word.raw, from: at - 1, to: at + 1 });
    else if (isAboutNfts && isNumbered(reading, at)) take(reading, { kind: 'item', number: word.raw, from: at, to: at + 1 });
  });
}

/**
 * Whether a number follows a word such as "id" or the address of the contract, possibly after a sign: "id=17", "0x…/2". After the address,
 * it must end its part of the message, because a word after it would tell what it counts: "0x… 5 usdc".
 */
function isNumbered({ words }: Reading, at: number): boolean {
  const [before, after] = [words[SIGNS.has(words[at - 1]?.raw ?? '') ? at - 2 : at - 1], words[at + 1]];
  if (before === undefined || NUMBERED.has(before.text)) return before !== undefined;
  return isAddress(before.text.toLowerCase()) && (after === undefined || after.kind === 'sign' || AFTER.has(after.text));
}
