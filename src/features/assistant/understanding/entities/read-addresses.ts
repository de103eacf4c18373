import { isAddress } from '../../../../values/address.ts';
import { anyTransactionHash } from '../../../../values/parse-transaction-hash.ts';
import { isSolanaAddress } from '../../../../values/solana-address.ts';
import { isTronAddress } from '../../../../values/tron-address.ts';
import type { Word } from '../text/split-words.ts';
import { type Reading, take } from './reading.ts';

/** Minimum length of a text that counts as a broken address. Shorter hexadecimal texts are other words, such as the symbol 0xBTC. */
const SHORTEST_BROKEN = 5;
const EVM_DIGITS = 40;

/**
 * Finds addresses and hashes of the three supported families of chains, and names such as `erin.eth`. A text that only looks like an
 * address (for example with one digit too few) becomes a `broken` entity, so that it is not taken for a token or a word.
 */
export function readAddresses(reading: Reading): void {
  reading.words.forEach((word, from) => {
    const found = addressIn(word);
    if (found !== null) take(reading, { ...found, from, to: from + 1 });
  });
}

type Found =
  | { readonly kind: 'name' | 'hash' | 'broken'; readonly text: string }
  | { readonly kind: 'address'; readonly family: 'evm' | 'tron' | 'solana'; readonly text: string };

function addressIn({ kind, raw }: Word): Found | null {
  if (kind === 'name') return { kind: 'name', text: raw };
  if (kind !== 'hex' && kind !== 'long') return null;
  const lowered = raw.toLowerCase();
  if (isAddress(lowered)) return { kind: 'address', family: 'evm', text: lowered };
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
