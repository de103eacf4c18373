// Sign-in messages in all variants that the grammar of EIP-4361 allows, and messages that violate it.

/** The examples from the section "Examples" of EIP-4361, with an address whose checksum is correct, and further variants of its grammar. */
export const WHOLE = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`;

const without = (...lines: readonly RegExp[]) => lines.reduce((text, line) => text.replace(line, ''), WHOLE);
const SHORT = without(/\nResources:[\s\S]*$/);
const BARE = SHORT.replace('\nI accept the ExampleOrg Terms of Service: https://example.com/tos\n', '\n');

export const wellFormed: readonly (readonly [what: string, message: string])[] = [
  ['the implicit scheme of the EIP', WHOLE],
  ['the implicit scheme and an explicit port', WHOLE.replace(/^example.com/, 'example.com:3388')],
  ['an explicit scheme', WHOLE.replace(/^example.com/, 'https://example.com')],
  ['an IPv6 address as the domain', WHOLE.replace(/^example.com/, '[2001:db8::1]:8080')],
  ['no statement', BARE],
  ['no resources', SHORT],
  [
    'all optional fields',
    `${SHORT}\nExpiration Time: 2021-10-01T00:00:00Z\nNot Before: 2021-09-30T00:00:00.123Z\nRequest ID: some-id_1~%20:@`,
  ],
  ['an empty request id', `${SHORT}\nRequest ID: `],
  ['times with a zone', SHORT.replace('16:25:24Z', '18:25:24.5+02:00')],
  ['a statement of all characters of the grammar', SHORT.replace(/I accept.*tos/, "aZ09-._~:/?#[]@!$&'()*+,;= x")],
  ['a nonce of 8 letters', SHORT.replace('32891756', 'aBcDeFgH')],
  ['a URI of another scheme', SHORT.replace('https://example.com/login', 'did:key:z6Mkj?a=b%20c#d')],
];

/** Sign-in messages that violate the grammar of EIP-4361. */
export const malformed: readonly (readonly [what: string, message: string])[] = [
  ['nothing', ''],
  ['another text', 'I sign in'],
  ['no domain', WHOLE.replace('example.com wants', ' wants')],
  ['a domain with user information', WHOLE.replace(/^example.com/, 'example.com@evil.org')],
  ['a domain with a path', WHOLE.replace(/^example.com/, 'example.com/login')],
  ['a domain in Unicode', WHOLE.replace(/^example.com/, 'exаmple.com')],
  ['other words in the first line', WHOLE.replace('sign in with', 'log in with')],
  ['a line before the first', `\n${WHOLE}`],
  ['no address', WHOLE.replace('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', '')],
  ['an address that is too short', WHOLE.replace('756Cc2', '756Cc')],
  ['an ENS name for the address', WHOLE.replace('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'vitalik.eth')],
  ['no empty line after the address', WHOLE.replace('Cc2\n\nI', 'Cc2\nI')],
  ['no empty line after the statement', WHOLE.replace('tos\n\nURI', 'tos\nURI')],
  ['a statement of two lines', WHOLE.replace('I accept', 'I accept\nand')],
  ['a statement in Unicode', WHOLE.replace('I accept', 'Ich möchte')],
  ['a statement with a right-to-left mark', WHOLE.replace('I accept', 'I\u202eaccept')],
  ['a carriage return', WHOLE.replace('Version: 1\n', 'Version: 1\r\n')],
  ['a zero byte', WHOLE.replace('I accept', 'I\u0000accept')],
  ['no URI', without(/URI: .*\n/)],
  ['a URI with a space', WHOLE.replace('/login', '/log in')],
  ['a URI without a scheme', WHOLE.replace('URI: https://example.com/login', 'URI: example.com/login')],
  ['a URI with a broken escape', WHOLE.replace('/login', '/%zz')],
  ['no version', without(/Version: .*\n/)],
  ['another version', WHOLE.replace('Version: 1', 'Version: 2')],
  ['no chain id', without(/Chain ID: .*\n/)],
  ['a chain id that is no number', WHOLE.replace('Chain ID: 1', 'Chain ID: x')],
  ['a chain id in hex', WHOLE.replace('Chain ID: 1', 'Chain ID: 0x1')],
  ['a chain id of 0', WHOLE.replace('Chain ID: 1', 'Chain ID: 0')],
  ['no nonce', without(/Nonce: .*\n/)],
  ['a nonce of 7 characters', WHOLE.replace('32891756', '3289175')],
  ['a nonce with a hyphen', WHOLE.replace('32891756', '3289-1756')],
  ['no time of issue', without(/Issued At: .*\n/)],
  ['a time without a zone', WHOLE.replace('16:25:24Z', '16:25:24')],
  ['a time that does not exist', WHOLE.replace('2021-09-30', '2021-02-30')],
  ['a date without a time', WHOLE.replace('2021-09-30T16:25:24Z', '2021-09-30')],
  ['fields in another order', WHOLE.replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
  ['a field twice', WHOLE.replace('Nonce: 32891756', 'Nonce: 32891756\nNonce: 32891757')],
  ['an unknown field', WHOLE.replace('Resources:', 'Amount: 5\nResources:')],
  ['a line behind the last', `${SHORT}\nExtra: 1`],
  ['an empty line at the end', `${SHORT}\n`],
  ['an empty expiration time', `${SHORT}\nExpiration Time: `],
  ['the optional fields in another order', `${SHORT}\nNot Before: 2021-09-30T00:00:00Z\nExpiration Time: 2021-10-01T00:00:00Z`],
  ['a request id with a slash', `${SHORT}\nRequest ID: a/b`],
  ['resources without one', `${SHORT}\nResources:`],
  ['a resource that is no URI', `${SHORT}\nResources:\n- no uri`],
  ['too many resources', `${SHORT}\nResources:${'\n- https://a.b'.repeat(51)}`],
  ['a message that is too long', WHOLE.replace('I accept', 'I accept'.repeat(1_000))],
];
