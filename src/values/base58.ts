const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUE_OF: ReadonlyMap<string, number> = new Map([...ALPHABET].map((character, value) => [character, value]));

/** Longest text that is decoded: decoding is quadratic, and nothing that we read (addresses, signatures) is longer. */
const MAX_TEXT = 128;

/** Bytes as base58 text in Bitcoin's alphabet; each leading zero byte is a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) << 8;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  let text = '';
  for (const byte of bytes) {
    if (byte !== 0) break;
    text += '1';
  }
  return (
    text +
    digits
      .reverse()
      .map((digit) => ALPHABET.charAt(digit))
      .join('')
  );
}

/** The bytes of base58 text, or null when it is empty, longer than 128 characters, or holds a foreign character. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length === 0 || text.length > MAX_TEXT) return null;
  const bytes: number[] = [];
  for (const character of text) {
    const value = VALUE_OF.get(character);
    if (value === undefined) return null;
    let carry = value;
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  for (const character of text) {
    if (character !== '1') break;
    bytes.push(0);
  }
  return Uint8Array.from(bytes.reverse());
}
