import { isAddress } from '../../../../values/address.ts';
import { hasWrongChecksum } from '../../../../values/address-checksum.ts';
import { anyTransactionHash } from '../../../../values/parse-transaction-hash.ts';
import { isSolanaAddress } from '../../../../values/solana-address.ts';
import { isTronAddress } from '../../../../values/tron-address.ts';
import type { Word } from '../text/split-words.ts';
import { hasConcept, type Reading, take, textOf } from './reading.ts';

/** Minimum length of a text that counts as a broken address. Shorter hexadecimal texts are other words, such as the symbol 0xBTC. */
const SHORTEST_BROKEN = 5;
const EVM_DIGITS = 40;

/** Word lists of questions about an address. Only in such messages may the address be part of a link. */
const LOOKUPS = ['audit', 'safe', 'contract', 'nft', 'tx', 'portfolio', 'balance', 'walletcard', 'explain'];
const ACTS = ['send', 'swap', 'bridge', 'buy', 'sell', 'move', 'dca', 'autopilot', 'revoke'];
/** Signs that join the address with the text before or after it, as in a link or in `0x....com`. */
const JOINS: ReadonlySet<string> = new Set('/\\@?&#.%-_~+$'.split(''));

/**
 * Finds addresses and hashes of the three supported families of chains, and names such as `erin.eth`. A text that only looks like an
 * address (for example with one digit too few) becomes a `broken` entity, so that it is not taken for a token or a word. The same holds for
 * an address that is only a part of a longer text, such as a link.
 */
export function readAddresses(reading: Reading): void {
  reading.words.forEach((word, from) => {
    const found = addressIn(word);
    if (found === null) return;
    const whole = found.kind === 'address' ? joinedText(reading, from) : null;
    if (whole === null) take(reading, { ...found, from, to: from + 1 });
    else take(reading, { kind: 'broken', text: whole, isJoined: true, from, to: from + 1 });
  });
}

/** Returns the longer text of which an address is a part, such as a link; null when the address stands alone as a word. */
function joinedText(reading: Reading, at: number): string | null {
  const { words } = reading;
  let from = at;
  while (words[from]?.isGlued === true && from > 0) from -= 1;
  let to = at + 1;
  while (words[to]?.isGlued === true) to += 1;
  if (from === at && to === at + 1) return null;
  const isJoin = (i: number) => JOINS.has(words[i]?.raw ?? '');
  const isText = (i: number) => i >= from && i < to && !['sign', 'suffix', 'arrow'].includes(words[i]?.kind ?? 'sign');
  const isBefore = isText(at - 1) || words.slice(from, at).some((_, i) => isJoin(from + i));
  const isAfter = isText(at + 1) || words.slice(at + 1, to).some((_, i) => isJoin(at + 1 + i) && isText(at + 2 + i));
  if (!isBefore && !isAfter) return null;
  const isLookup = hasConcept(reading, LOOKUPS) && !hasConcept(reading, ACTS);
  return isLookup ? null : textOf(reading, from, to);
}

type Found =
  | { readonly kind: 'name' | 'hash' | 'broken'; readonly text: string }
  | { readonly kind: 'address'; readonly family: 'evm' | 'tron' | 'solana'; readonly text: string };

function addressIn({ kind, raw }: Word): Found | null {
  if (kind === 'name') return { kind: 'name', text: raw };
  if (kind !== 'hex' && kind !== 'long') return null;
  const lowered = raw.toLowerCase();
  if (isAddress(lowered)) return { kind: 'address', family: 'evm', text: lowered, ...(hasWrongChecksum(raw) ? { isMistyped: true } : {}) };
  if (isTronAddress(raw)) return { kind: 'address', family: 'tron', text: raw };
  if (isSolanaAddress(raw) && isMixed(raw)) return { kind: 'address', family: 'solana', text: raw };
  const hash = anyTransactionHash(raw);
  if (hash !== null) return { kind: 'hash', text: hash };
  const isHex = kind === 'hex' && raw.length >= SHORTEST_BROKEN;
  return isHex || isMixed(raw) || /^[0-9a-f]+$/i.test(raw) || raw.length === EVM_DIGITS ? { kind: 'broken', text: raw } : null;
}

/** Whether a text mixes upper-case letters, lower-case letters and digits, so that it cannot be a word of a language. */
function isMixed(raw: string): boolean {
  return /\d/.test(raw) && /[a-z]/.test(raw) && /[A-Z]/.test(raw);
}
