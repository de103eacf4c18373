import type { ChainWords } from '../agent-service.ts';
import { isCommon } from '../lexicon/lexicon.ts';
import { createNearIndex, type NearIndex } from '../text/near-index.ts';
import { plainName } from '../tokens/create-token-words.ts';
import chains from '../words/chains.json';
import { CHAIN_NOUNS, isPlace } from './chain-places.ts';
import { createPhraseMap, type PhraseMap, phrasesOf } from './phrase-map.ts';
import { hasAnyMark, hasConcept, hasMark, isTaken, type Reading, take, textOf } from './reading.ts';

type ChainIndex = {
  readonly phrases: PhraseMap<number | null>;
  readonly near: NearIndex;
  readonly idOf: ReadonlyMap<string, number | null>;
};

const INDEXES = new WeakMap<readonly ChainWords[], ChainIndex>();

const SHORTEST_MISSPELT = 5;

/** Words and signs that may follow the number of a chain ("on 8453 please"). Before any other word, the number is an amount or a date. */
const AFTER_NUMBER: ReadonlySet<string> = new Set(['.', '!', '?', ',', ';', 'please', 'pls', 'now', 'asap', 'thanks', 'and', 'then']);
/** Word lists of requests in which a number after "on" may be a price or a day. */
const WAITING = ['alert', 'limit', 'price', 'autopilot'];

/**
 * Finds chains by name, nickname and id ("chain 8453"). Some chains share their name with a coin. Such a name is read as a chain where only
 * a chain fits ("on eth", "polygon network") or when no token has the name; otherwise it is read as a token.
 */
export function readChains(reading: Reading): void {
  const { words, question } = reading;
  const index = indexOf(question.supportedChains);
  for (let at = 0; at < words.length; at += 1) {
    if (isTaken(reading, at)) continue;
    const found = index.phrases.longestAt(words, at) ?? misspeltAt(reading, index, at) ?? unlistedAt(reading, at);
    if (found === null || !isPlace(reading, at, found.to)) continue;
    const noun = CHAIN_NOUNS.has(words[found.to]?.text ?? '') ? 1 : 0;
    take(reading, {
      kind: 'chain',
      id: found.value,
      text: textOf(reading, at, found.to),
      hasNoun: noun === 1,
      from: at,
      to: found.to + noun,
    });
    at = found.to + noun - 1;
  }
}

/** A chain that words name; the id is null for a chain that is not supported. `coin` is the symbol of its native coin, if it is known. */
export type ChainName = { readonly id: number | null; readonly coin: string | undefined };

/** Returns the chain that the words between two positions name, also where they can name a token; null when they name no chain. */
export function chainNamed({ words, question: { supportedChains } }: Reading, from: number, to: number): ChainName | null {
  const found = indexOf(supportedChains).phrases.longestAt(words, from);
  if (found === null || found.to !== to) return null;
  return { id: found.value, coin: supportedChains.find(({ id }) => id === found.value)?.nativeSymbol };
}

function indexOf(supported: readonly ChainWords[]): ChainIndex {
  const known = INDEXES.get(supported);
  if (known !== undefined) return known;
  const idOf = new Map<string, number | null>();
  for (const { id, name } of supported) idOf.set(plainName(name), id);
  const ids = new Set(supported.map(({ id }) => String(id)));
  for (const [id, phrases] of Object.entries(chains)) {
    for (const phrase of phrasesOf(phrases)) if (!idOf.has(phrase)) idOf.set(phrase, ids.has(id) ? Number(id) : null);
  }
  const index = {
    idOf,
    phrases: createPhraseMap(idOf),
    near: createNearIndex([...idOf.keys()].filter((name) => name.length >= SHORTEST_MISSPELT)),
  };
  INDEXES.set(supported, index);
  return index;
}

/** Finds chains by their number: "chain 8453", "chain id 137", "network 10", and "on 8453" at the end of a request. */
export function readNumberedChains(reading: Reading): void {
  for (let at = 0; at < reading.words.length - 1; at += 1) {
    const to = isTaken(reading, at) ? null : (numberedAt(reading, at) ?? numberAfterOn(reading, at));
    if (to !== null) at = to - 1;
  }
}

function numberedAt(reading: Reading, at: number): number | null {
  const { words } = reading;
  if (!CHAIN_NOUNS.has(words[at]?.text ?? '') && !hasMark(reading, at, 'chainnoun')) return null;
  let skip = 1;
  while (skip < 4 && ['id', 'to', ':', 'number', 'is', '#'].includes(words[at + skip]?.text ?? '')) skip += 1;
  // In "cross-chain 45 usdc", the number is an amount.
  const isAmount = reading.question.tokens.bySymbol(words[at + skip + 1]?.raw ?? '').length > 0;
  return isAmount ? null : takeNumbered(reading, at, at + skip);
}

/** Finds the id of a chain after "on" where nothing that the number could count follows: "send 5 usdc to bob.eth on 8453". */
function numberAfterOn(reading: Reading, at: number): number | null {
  const next = reading.words[at + 2];
  if (reading.words[at]?.text !== 'on' || (next !== undefined && !AFTER_NUMBER.has(next.text)) || hasConcept(reading, WAITING)) return null;
  return takeNumbered(reading, at + 1, at + 1);
}

function takeNumbered(reading: Reading, from: number, at: number): number | null {
  const { words, question } = reading;
  const number = words[at];
  if (number?.kind !== 'number' || !/^\d+$/.test(number.raw) || isTaken(reading, at)) return null;
  const id = question.supportedChains.find((chain) => String(chain.id) === number.raw)?.id ?? null;
  take(reading, { kind: 'chain', id, text: number.raw, hasNoun: true, from, to: at + 1 });
  return at + 1;
}

/** Finds a word that no list contains before a noun such as "network": "on the acme chain". */
function unlistedAt(reading: Reading, at: number) {
  const { words, question, language } = reading;
  const word = words[at];
  if (word?.kind !== 'word' || !CHAIN_NOUNS.has(words[at + 1]?.text ?? '') || hasAnyMark(reading, at) || isCommon(word.text, language))
    return null;
  const isAfterPlace = hasMark(reading, at - 1, 'p.on', 'p.to', 'p.from') || words[at - 1]?.text === 'the';
  const isToken = question.tokens.bySymbol(word.raw).length > 0 || question.tokens.byName(word.raw).length > 0;
  return isAfterPlace && !isToken ? { value: null, to: at + 1 } : null;
}

function misspeltAt({ words, language, question }: Reading, { near, idOf }: ChainIndex, at: number) {
  const word = words[at];
  if (word === undefined || word.kind !== 'word' || word.text.length < SHORTEST_MISSPELT || isCommon(word.text, language)) return null;
  if (question.tokens.bySymbol(word.raw).length > 0 || question.tokens.byName(word.raw).length > 0) return null;
  const [first] = near.find(word.text, word.text.length >= 8 ? 2 : 1);
  const value = first === undefined || first.entry[0] !== word.text[0] ? undefined : idOf.get(first.entry);
  return value === undefined ? null : { value, to: at + 1 };
}
