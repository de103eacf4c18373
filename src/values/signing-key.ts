import { type Address, isAddress, parseAddress } from './address.ts';
import { isPrivateHost } from './loopback.ts';

/** A private key: 0x and 64 lowercase hex digits. It must never be logged or shown. */
export type PrivateKey = `0x${string}`;

/** A key that a remote signer holds: the signer's URL, with the key's address after a `#`. */
export type RemoteKey = `http${string}#0x${string}`;

export type SigningKeyText = PrivateKey | RemoteKey;

/** The order of the secp256k1 curve. A private key is at least 1 and less than the order. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Parses a private key, or the URL of a remote signer.
 * @param isHttpAllowed whether plain HTTP is accepted for hosts outside this machine and its private network
 * @returns the key, or a description of what is wrong with the text. The description does not quote the text, which may be a real key with
 * a typing error.
 */
export function parseSigningKey(
  text: string,
  { isHttpAllowed }: { readonly isHttpAllowed: boolean },
): { readonly key: SigningKeyText } | { readonly problem: string } {
  if (/^https?:/i.test(text)) return parseRemote(text, isHttpAllowed);
  const hex = text.toLowerCase().replace(/^0x/, '');
  if (/^[0-9a-f]{64}$/.test(hex)) {
    const number = BigInt(`0x${hex}`);
    if (number > 0n && number < CURVE_ORDER) return { key: `0x${hex}` };
  }
  return { problem: 'is not a private key' };
}

function parseRemote(text: string, isHttpAllowed: boolean): { readonly key: RemoteKey } | { readonly problem: string } {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return { problem: 'is not a usable URL' };
  const address = url.hash.slice(1).toLowerCase();
  if (!isAddress(address)) return { problem: 'is a URL without the address of the key, which belongs after "#"' };
  if (url.username !== '' || url.password !== '') return { problem: 'is a URL with a login: set SIGNER_URL_TOKEN instead' };
  if (url.protocol === 'http:' && !isHttpAllowed && !isPrivateHost(url.hostname)) {
    return { problem: 'is a plain http URL of a public host: use https, or set SIGNER_URL_ALLOW_HTTP=1' };
  }
  url.hash = '';
  return { key: `http${url.href.slice('http'.length)}#0x${address.slice(2)}` };
}

/** Splits the text for a remote signer's key into URL and address; null for a private key. */
export function remoteKeyOf(text: string): { readonly url: string; readonly address: Address } | null {
  const at = text.lastIndexOf('#');
  if (at === -1 || !/^https?:/i.test(text)) return null;
  return { url: text.slice(0, at), address: parseAddress(text.slice(at + 1)) };
}
