/** Zero-width and other invisible characters, which could hide an address from the patterns. */
const INVISIBLE = /\p{Cf}/gu;
/** Endings of names that wallets have in name services such as ENS. */
const NAME_ENDINGS = 'eth|sol|bnb|arb|lens|crypto|nft|wallet|blockchain|dao|cb\\.id';
const LABEL_SIGN = '[^\\s.,;:!?()\\[\\]{}"\'`<>@/\\\\|]';

type Kind = 'email' | 'name' | 'address' | 'hash';

/** The patterns, in the order in which they are applied. No placeholder of one contains anything that a later one matches. */
const PATTERNS: readonly { readonly kind: 'email' | 'name' | 'address or hash'; readonly pattern: RegExp }[] = [
  { kind: 'email', pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu },
  {
    kind: 'name',
    pattern: new RegExp(`(?<!${LABEL_SIGN})${LABEL_SIGN}+(?:\\.${LABEL_SIGN}+)*\\.(?:${NAME_ENDINGS})(?![\\p{L}\\p{N}-])`, 'giu'),
  },
  { kind: 'address or hash', pattern: /0x[0-9a-f]{2,}(?:…|\.{2,3})[0-9a-f]{2,}|0x[0-9a-f]{8,}…?/gi },
  { kind: 'address or hash', pattern: /[A-Za-z0-9]{4,}…[A-Za-z0-9]{4,}/g },
  // Addresses and hashes of other chains, hex without 0x, and keys.
  { kind: 'address or hash', pattern: /[A-Za-z0-9]{26,}…?/g },
];
/** The longest address of any chain. Longer runs are hashes, or other data. */
const LONGEST_ADDRESS = 62;

/**
 * Creates a function that replaces addresses, hashes, names of wallets and e-mail addresses in texts by placeholders such as `[address-1]`.
 * Equal ones get the same placeholder in all texts that the function is called with, and so does a shortened one after the full one.
 */
export function createMaskPrivate(): (text: string) => string {
  const known = new Map<string, string>();
  const counts = new Map<Kind, number>();

  function placeholder(kind: Kind, found: string): string {
    const key = found.toLowerCase();
    const [head = '', tail] = key.split(/…|\.{2,3}/);
    const full = tail === undefined ? key : [...known.keys()].find((one) => one.startsWith(head) && one.endsWith(tail));
    const earlier = known.get(full ?? key);
    if (earlier !== undefined) return earlier;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `[${kind}-${count}]`;
    known.set(key, made);
    return made;
  }

  return (text) => {
    let masked = text.replace(INVISIBLE, '');
    for (const { kind, pattern } of PATTERNS) {
      masked = masked.replace(pattern, (found) => {
        if (kind !== 'address or hash') return placeholder(kind, found);
        return isWord(found) ? found : placeholder(found.length > LONGEST_ADDRESS ? 'hash' : 'address', found);
      });
    }
    return masked;
  };
}

/** Whether a long run of characters is a number or a word rather than encoded data, which mixes digits and letters of both cases. */
function isWord(text: string): boolean {
  return !text.includes('…') && !/^0x/i.test(text) && (/^\d+$/.test(text) || /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(text));
}
