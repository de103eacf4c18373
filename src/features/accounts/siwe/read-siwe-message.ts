import { parseIsoTime } from '../../../values/iso-time.ts';

/** A time of a sign-in message, both as text in the message and as UTC ms. */
export type WrittenTime = { readonly text: string; readonly atMs: number };

/** A message of Sign-In with Ethereum (EIP-4361, version 1). Only its syntax has been checked. */
export type SiweMessage = {
  readonly scheme: string | null;
  /** The host and port of the page on which the wallet signs in, as written in the message. */
  readonly domain: string;
  /** The wallet's address in the mixed case of EIP-55, as written in the message; the checksum is not checked. */
  readonly addressText: string;
  readonly statement: string | null;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: WrittenTime;
  readonly expirationTime: WrittenTime | null;
  readonly notBefore: WrittenTime | null;
  readonly requestId: string | null;
  readonly resources: readonly string[];
};

/** Maximum number of characters of a sign-in message. */
export const MOST_SIWE_CHARACTERS = 4_096;
/** Maximum number of resources (URIs) that a sign-in message lists. */
const MOST_RESOURCES = 50;

const FIRST_LINE = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([A-Za-z0-9._~:[\]-]+) wants you to sign in with your Ethereum account:$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Matches the characters that the statement of a sign-in message may contain: RFC 3986 `reserved` and `unreserved`, and the space. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
const CHAIN_ID = /^[1-9][0-9]{0,14}$/;
const NONCE = /^[A-Za-z0-9]{8,128}$/;
/** Matches the characters that the request id of a sign-in message may contain: RFC 3986 `pchar`. */
const REQUEST_ID = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/;

/** The error for a malformed sign-in message. It is thrown and caught within this file only. */
class Malformed extends Error {}

/**
 * Parses a message by the grammar of EIP-4361, line by line, so that `writeSiweMessage` would produce the same bytes. Common parsers,
 * including viem's, search for the fields in the text: they skip lines that are not fields, and accept a message in which a field is
 * missing or occurs twice. A wallet could then show something different from what the service reads.
 * @returns the message, or a description of what is wrong with it
 */
export function readSiweMessage(text: string): SiweMessage | { readonly problem: string } {
  try {
    return readLines(text);
  } catch (error) {
    if (error instanceof Malformed) return { problem: error.message };
    throw error;
  }
}

function readLines(text: string): SiweMessage {
  if (text.length > MOST_SIWE_CHARACTERS) throw new Malformed(`it has more than ${MOST_SIWE_CHARACTERS} characters`);
  const lines = text.split('\n');
  let at = 0;
  const next = (what: string): string => {
    const line = lines[at];
    if (line === undefined) throw new Malformed(`it ends before ${what}`);
    at += 1;
    return line;
  };
  const expect = (pattern: RegExp, line: string, what: string): string => {
    if (!pattern.test(line)) throw new Malformed(`line ${at} is not ${what}`);
    return line;
  };
  const blank = (): void => {
    if (next('an empty line') !== '') throw new Malformed(`line ${at} is not empty`);
  };
  const field = (name: string, pattern: RegExp, what: string): string => {
    const line = next(`"${name}: "`);
    if (!line.startsWith(`${name}: `)) throw new Malformed(`line ${at} does not begin with "${name}: "`);
    return expect(pattern, line.slice(name.length + 2), `"${name}: " and ${what}`);
  };
  const optional = (name: string, pattern: RegExp, what: string): string | null =>
    lines[at]?.startsWith(`${name}: `) ? field(name, pattern, what) : null;
  const timeOf = (written: string): WrittenTime => {
    const atMs = parseIsoTime(written);
    if (atMs === null) throw new Malformed(`line ${at} has no time of RFC 3339, such as 2026-01-31T12:00:00Z`);
    return { text: written, atMs };
  };

  const [, scheme = null, domain = ''] = FIRST_LINE.exec(next('the first line')) ?? [];
  if (domain === '') throw new Malformed('the first line is not "<domain> wants you to sign in with your Ethereum account:"');
  const addressText = expect(ADDRESS, next('the address'), 'an address');
  blank();
  const first = next('the statement');
  const statement =
    first === '' ? null : expect(STATEMENT, first, 'a statement that consists of spaces and the ASCII characters that a URI may contain');
  if (statement !== null) blank();
  const uri = field('URI', URI, 'a URI');
  field('Version', /^1$/, '1');
  const chainId = Number(field('Chain ID', CHAIN_ID, 'a whole number above 0'));
  const nonce = field('Nonce', NONCE, 'at least 8 letters and digits');
  const issuedAt = timeOf(field('Issued At', /./, 'a time'));
  const expiration = optional('Expiration Time', /./, 'a time');
  const expirationTime = expiration === null ? null : timeOf(expiration);
  const before = optional('Not Before', /./, 'a time');
  const notBefore = before === null ? null : timeOf(before);
  const requestId = optional('Request ID', REQUEST_ID, 'characters that the path of a URI may contain');
  const resources: string[] = [];
  if (lines[at] === 'Resources:') {
    at += 1;
    while (lines[at]?.startsWith('- ')) resources.push(expect(URI, next('a resource').slice(2), '"- " and a URI'));
    if (resources.length > MOST_RESOURCES) throw new Malformed(`it has more than ${MOST_RESOURCES} resources`);
    if (resources.length === 0) throw new Malformed('it has the heading "Resources:" but no resource');
  }
  if (at < lines.length) throw new Malformed(`line ${at + 1} is not a field of the format, or is in the wrong place`);
  return { scheme, domain, addressText, statement, uri, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources };
}

/** Formats a sign-in message as EIP-4361 specifies. */
export function writeSiweMessage(message: SiweMessage): string {
  const { scheme, domain, addressText, statement, uri, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources } =
    message;
  return [
    `${scheme === null ? '' : `${scheme}://`}${domain} wants you to sign in with your Ethereum account:`,
    ...[addressText, '', ...(statement === null ? [] : [statement]), ''],
    ...[`URI: ${uri}`, 'Version: 1', `Chain ID: ${chainId}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt.text}`],
    ...(expirationTime === null ? [] : [`Expiration Time: ${expirationTime.text}`]),
    ...(notBefore === null ? [] : [`Not Before: ${notBefore.text}`]),
    ...(requestId === null ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((uri) => `- ${uri}`)]),
  ].join('\n');
}
