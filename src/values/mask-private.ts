/**
 * Matches invisible characters such as zero-width spaces. These characters are removed first, because an address that contains them would
 * not be recognized.
 */
const INVISIBLE = /\p{Cf}/gu;
/** Endings of wallet names in name services such as ENS. */
const NAME_ENDINGS = 'eth|sol|bnb|arb|lens|crypto|nft|wallet|blockchain|dao|cb\\.id';
const LABEL_SIGN = '[^\\s.,;:!?()\\[\\]{}"\'`<>@/\\\\|]';

type Kind = 'email' | 'name' | 'address' | 'hash';

/** The patterns in the order in which they are applied. No pattern matches a placeholder that an earlier pattern has inserted. */
const PATTERNS: readonly { readonly kind: 'email' | 'name' | 'address or hash'; readonly pattern: RegExp }[] = [
  { kind: 'email', pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu },
  {
    kind: 'name',
    pattern: new RegExp(`(?<!${LABEL_SIGN})${LABEL_SIGN}+(?:\\.${LABEL_SIGN}+)*\\.(?:${NAME_ENDINGS})(?![\\p{L}\\p{N}-])`, 'giu'),
  },
  { kind: 'address or hash', pattern: /0x[0-9a-f]{2,}(?:…|\.{2,3})[0-9a-f]{2,}|0x[0-9a-f]{8,}…?/gi },
  { kind: 'address or hash', pattern: /[A-Za-z0-9]{4,}…[A-Za-z0-9]{4,}/g },
  // Matches addresses and hashes of other chains, hexadecimal text without 0x, and keys.
  { kind: 'address or hash', pattern: /[A-Za-z0-9]{26,}…?/g },
];
/** Maximum length of an address of any chain in characters. Longer sequences are hashes or other data. */
const LONGEST_ADDRESS = 62;

/**
 * Creates a function that replaces addresses, hashes, wallet names and e-mail addresses in texts by placeholders such as `[address-1]`. The
 * function inserts the same placeholder for the same value in all texts. A shortened address gets the placeholder of the full address if
 * the full address was replaced before.
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

/**
 * Whether a long sequence of characters is a number or a word, and not an address or hash, which mixes digits with letters of both cases.
 */
function isWord(text: string): boolean {
  return !text.includes('…') && !/^0x/i.test(text) && (/^\d+$/.test(text) || /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(text));
}
