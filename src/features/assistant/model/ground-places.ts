import type { StepSlots } from '../understanding/agent-service.ts';
import { splitWords } from '../understanding/text/split-words.ts';
import { invented, type Problem } from './problem.ts';
import { addressesIn, entitiesIn, knownOf, type Sources } from './sources.ts';
import { isNumberWritten } from './written-number.ts';

/**
 * The checked slots (values from the user's message) in the format in which this service stores them, or the reason why they are refused.
 */
export type Grounded =
  | { readonly slots: StepSlots; readonly problem?: undefined }
  | { readonly problem: Problem; readonly slots?: undefined };

/** Maximum number of words of a token's name that is searched for in a message. */
const MOST_WORDS = 4;
/** Matches addresses of the three supported families of chains, and texts that look like such an address. */
const LIKE_ADDRESS = /^0x[0-9a-f]{4,}$|^[1-9A-HJ-NP-Za-km-z]{26,}$/i;

/** Checks that tokens, chains, addresses and hashes come from the user, and converts them to the stored format. */
export function groundPlaces(slots: StepSlots, sources: Sources): Grounded {
  const grounded: { -readonly [K in keyof StepSlots]: StepSlots[K] } = { ...slots };
  for (const name of ['fromToken', 'toToken'] as const) {
    const value = slots[name];
    if (value === undefined) continue;
    const token = tokenIn(value, sources);
    if (token === null) return { problem: invented(`${name} is a token that is not listed, or that the user did not name`) };
    grounded[name] = token;
  }
  for (const name of ['fromChainId', 'toChainId'] as const) {
    const id = slots[name];
    if (id === undefined || isChainNamed(id, sources)) continue;
    // The wallet's own chain is a valid value. It is removed from the slot anyway, because slots contain only what the user's message
    // states.
    if (id === sources.chainId) delete grounded[name];
    else return { problem: invented(`${name} is a chain that is not supported, or that the user did not name`) };
  }
  if (slots.to !== undefined) {
    const to = receiverIn(slots.to, sources);
    if (to === null) return { problem: invented('to is an address or name that the user did not write') };
    grounded.to = to;
  }
  if (slots.contract !== undefined) {
    const contract = sameIn(slots.contract, addressesIn(sources));
    if (contract === null) return { problem: invented('contract is an address that the user did not write') };
    grounded.contract = contract;
  }
  if (slots.hash !== undefined) {
    const hash = sameIn(slots.hash, [...entitiesIn(sources, 'hash').map(({ text }) => text), ...knownOf(sources, 'hash')]);
    if (hash === null) return { problem: invented('hash is a hash that the user did not write') };
    grounded.hash = hash;
  }
  const problem = numberProblem(slots, sources);
  return problem === null ? { slots: grounded } : { problem };
}

function numberProblem({ tokenId }: StepSlots, sources: Sources): Problem | null {
  if (tokenId === undefined || knownOf(sources, 'tokenId').includes(tokenId)) return null;
  const isRead = entitiesIn(sources, 'item').some(({ number }) => number === tokenId);
  return isRead || isNumberWritten(tokenId, sources) ? null : invented('tokenId is a number that the user did not write');
}

/** Returns a token that the user named, with its symbol as listed, or an address that the user wrote. */
function tokenIn(value: string, sources: Sources): string | null {
  if (LIKE_ADDRESS.test(value)) return sameIn(value, addressesIn(sources));
  const [listed] = sources.tokens.bySymbol(value);
  if (listed === undefined) return null;
  const { symbol } = listed;
  const isSame = (other: string) => other.toLowerCase() === symbol.toLowerCase();
  const isRead = entitiesIn(sources, 'token').some(({ slot, tokens }) => isSame(slot) || tokens.some((token) => isSame(token.symbol)));
  if (isRead || knownOf(sources, 'fromToken', 'toToken').some(isSame)) return symbol;
  return sources.texts.some((text) => phrasesOf(text).some((phrase) => isNameOf(phrase, isSame, sources))) ? symbol : null;
}

function isNameOf(phrase: string, isSame: (symbol: string) => boolean, { tokens }: Sources): boolean {
  return [...tokens.bySymbol(phrase), ...tokens.byName(phrase)].some(({ symbol }) => isSame(symbol));
}

function isChainNamed(id: number, sources: Sources): boolean {
  const chain = sources.chains.find((one) => one.id === id);
  if (chain === undefined) return false;
  if (entitiesIn(sources, 'chain').some((entity) => entity.id === id)) return true;
  if (knownOf(sources, 'fromChainId', 'toChainId').includes(id) || isNumberWritten(String(id), sources)) return true;
  return sources.texts.some((text) => phrasesOf(text).includes(chain.name.toLowerCase()));
}

/** Returns a receiver that the user wrote: an address in the stored format, or a name. */
function receiverIn(value: string, sources: Sources): string | null {
  const written = [...addressesIn(sources), ...entitiesIn(sources, 'name').map(({ text }) => text)];
  return sameIn(value, written);
}

function sameIn(value: string, written: readonly string[]): string | null {
  // Addresses of Solana and TRON can differ in upper and lower case alone. So an identical text is preferred, and only hexadecimal
  // addresses are compared without case.
  const exact = written.find((one) => one === value);
  if (exact !== undefined) return exact;
  const isCaseless = /^0x/i.test(value) || value.includes('.');
  return isCaseless ? (written.find((one) => one.toLowerCase() === value.toLowerCase()) ?? null) : null;
}

/** Returns all sequences of one to four adjacent words of a text. A token's name can consist of such a sequence. */
function phrasesOf(text: string): readonly string[] {
  const words = splitWords(text).map((word) => word.text);
  return words.flatMap((_, at) => Array.from({ length: MOST_WORDS }, (__, more) => words.slice(at, at + more + 1).join(' ')));
}
