import { hasConcept, isTaken, type Reading, take } from './reading.ts';

const NUMBERED: ReadonlySet<string> = new Set(['token', 'id', 'number', 'no', 'num', 'tokenid', 'item', 'nft']);

/** Finds the number of an NFT: `#42`, "token id 42", "nft 42". */
export function readItems(reading: Reading): void {
  const { words } = reading;
  const isAboutNfts = hasConcept(reading, ['nft']);
  words.forEach((word, at) => {
    if (word.kind !== 'number' || !/^\d{1,78}$/.test(word.raw) || isTaken(reading, at)) return;
    const before = words[at - 1];
    if (before?.raw === '#') take(reading, { kind: 'item', number: word.raw, from: at - 1, to: at + 1 });
    else if (isAboutNfts && before !== undefined && NUMBERED.has(before.text))
      take(reading, { kind: 'item', number: word.raw, from: at, to: at + 1 });
  });
}
