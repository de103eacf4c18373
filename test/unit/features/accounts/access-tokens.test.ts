import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createAccessTokens } from '../../../../src/features/accounts/tokens/access-tokens.ts';
import { createSecrets } from '../../../../src/features/accounts/tokens/secrets.ts';
import type { TokenKind } from '../../../../src/features/accounts/tokens/token-claims.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { outcomeOf } from '../../http/wallet-auth/signing.ts';

const [OLD, NEW, ADMIN, FOREIGN] = ['old', 'new', 'admin', 'foreign'].map((name) => `${name}-secret-of-at-least-32-characters`) as [
  string,
  string,
  string,
  string,
];
const START_MS = Date.UTC(2026, 10, 29, 12);
const wallet = parseAddress(`0x${'ab'.repeat(20)}`);
const session = { wallet, sessionId: randomIds() };

function tokensOf(users: readonly [string, ...string[]], { nowMs = START_MS, admins = [ADMIN] as [string], brand = 'Svc' } = {}) {
  const clock = { ms: nowMs, now: () => clock.ms };
  const secrets = { user: createSecrets(users), admin: createSecrets(admins) };
  const tokens = createAccessTokens({ secrets, brand, clock, ids: randomIds });
  const read = (kind: TokenKind, token: string) => outcomeOf(tokens.read(kind, token).then(({ wallet: of }) => of));
  return { clock, tokens, read, sign: async (kind: TokenKind) => (await tokens.sign(kind, session)).jwt };
}

/** Creates an access token with correct claims except the given ones, signed with the secret for users. */
function forged(change: Readonly<Record<string, unknown>>, { secret = NEW, header = {} as Record<string, unknown> } = {}): Promise<string> {
  const nowSec = START_MS / 1_000;
  const claims = { iss: 'Svc', aud: 'user', sub: wallet, sid: session.sessionId, jti: 'j', iat: nowSec, exp: nowSec + 900, ...change };
  const [signing] = createSecrets([secret]).all;
  if (signing === undefined) throw new Error('no secret');
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: signing.kid, ...header }).sign(signing.key);
}

const partsOf = (token: string) => token.split('.') as [string, string, string];
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a token gives its wallet and session until its end, and not a second longer', async () => {
  const { tokens, clock, read, sign } = tokensOf([NEW]);
  const token = await sign('user');
  expect(await tokens.read('user', token)).toEqual({ ...session, expiresAtMs: START_MS + 900_000 });
  clock.ms = START_MS + 899_999;
  expect(await read('user', token)).toBe(wallet);
  expect(tokens.recent('user', token)?.wallet).toBe(wallet);
  clock.ms = START_MS + 900_000;
  expect(tokens.recent('user', token)).toBeNull();
  expect(await read('user', token)).toBe('401 token-expired');
  clock.ms = START_MS + 901_000;
  expect(await read('user', token)).toBe('401 token-expired');
});

test('the right token that is made by hand is accepted, so that the refusals below are for what they say', async () => {
  expect(await tokensOf([NEW]).read('user', await forged({}))).toBe(wallet);
});

test('users and admins cannot use tokens of each other, neither signed by the service nor with the other audience', async () => {
  const { read, sign } = tokensOf([NEW]);
  expect(await read('admin', await sign('user'))).toBe('403 token-of-other-kind');
  expect(await read('user', await sign('admin'))).toBe('403 token-of-other-kind');
  expect(await read('admin', await forged({ aud: 'admin' }))).toBe('401 token-wrong');
  expect(await read('user', await forged({ aud: 'user' }, { secret: ADMIN }))).toBe('401 token-wrong');
  expect(await read('user', await forged({ aud: ['user', 'admin'] }, { secret: ADMIN }))).toBe('403 token-of-other-kind');
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['another issuer', { iss: 'Other' }, '401 token-wrong'],
  ['another audience', { aud: 'other' }, '401 token-wrong'],
  ['no audience', { aud: undefined }, '401 token-wrong'],
  ['no end', { exp: undefined }, '401 token-wrong'],
  ['an end after a year', { exp: START_MS / 1_000 + 31_536_000 }, '401 token-wrong'],
  ['an end that was a second ago', { exp: START_MS / 1_000 - 1, iat: START_MS / 1_000 - 901 }, '401 token-expired'],
  ['no wallet', { sub: undefined }, '401 token-wrong'],
  ['a wallet in mixed case', { sub: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }, '401 token-wrong'],
  ['no session', { sid: undefined }, '401 token-wrong'],
  ['a session that is no id', { sid: { $ne: null } }, '401 token-wrong'],
  ['no id', { jti: undefined }, '401 token-wrong'],
  ['a start that it may not have yet', { nbf: START_MS / 1_000 + 5 }, '401 token-wrong'],
  ['a clock that is 59 s ahead', { iat: START_MS / 1_000 + 59 }, wallet],
  ['a clock that is 61 s ahead', { iat: START_MS / 1_000 + 61 }, '401 token-wrong'],
])('a token with %s', async (_, change, outcome) => {
  expect(await tokensOf([NEW]).read('user', await forged(change))).toBe(outcome);
});

test('another algorithm is refused, whatever the token says of it', async () => {
  const { read, sign } = tokensOf([NEW]);
  const [, payload, signature] = partsOf(await sign('user'));
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const kid = createSecrets([NEW]).all[0]?.kid;
  expect(await read('user', new UnsecuredJWT(claims).encode())).toBe('401 token-wrong');
  for (const alg of ['none', 'None', 'HS512', 'RS256', 'ES256', undefined])
    expect(await read('user', `${encoded({ alg, kid })}.${payload}.${signature}`)).toBe('401 token-wrong');
  const stronger = `${encoded({ alg: 'HS512', kid })}.${payload}`;
  const code = createHmac('sha512', NEW).update(stronger).digest('base64url');
  expect(await read('user', `${stronger}.${code}`)).toBe('401 token-wrong');
});

test('a tampered token is refused: each of its characters counts', async () => {
  const { read, sign } = tokensOf([NEW]);
  const token = await sign('user');
  for (let at = 0; at < token.length - 1; at += 7) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(await read('user', `${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe('401 token-wrong');
  }
  const [header, payload, signature] = partsOf(token);
  const texts = [
    '',
    '.',
    '..',
    'x',
    `${token}.`,
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${token}x`,
    `${token}${'x'.repeat(5_000)}`,
  ];
  for (const text of [...texts, `${header}..${signature}`]) expect(await read('user', text)).toBe('401 token-wrong');
});

test('a secret can be replaced while its tokens are in use, and is worth nothing once it is gone', async () => {
  const token = await tokensOf([OLD]).sign('user');
  expect(await tokensOf([NEW, OLD]).read('user', token)).toBe(wallet);
  expect(await tokensOf([NEW]).read('user', token)).toBe('401 token-wrong');
  const next = await tokensOf([NEW, OLD]).sign('user');
  expect(await tokensOf([NEW]).read('user', next)).toBe(wallet);
  expect(await tokensOf([OLD]).read('user', next)).toBe('401 token-wrong');
});

test('a token cannot choose a secret that is not its own, nor bring its own', async () => {
  const kid = createSecrets([NEW]).all[0]?.kid;
  const { read } = tokensOf([NEW]);
  expect(await read('user', await forged({}, { secret: FOREIGN }))).toBe('401 token-wrong');
  expect(await read('user', await forged({}, { secret: FOREIGN, header: { kid } }))).toBe('401 token-wrong');
  const jwk = { kty: 'oct', k: Buffer.from(FOREIGN).toString('base64url') };
  expect(await read('user', await forged({}, { secret: FOREIGN, header: { kid, jwk, jku: 'https://evil.org/keys' } }))).toBe(
    '401 token-wrong',
  );
  expect(await read('user', await forged({}, { header: { kid: undefined } }))).toBe('401 token-wrong');
  expect(await read('user', await forged({}, { header: { crit: ['x'], x: 1 } }).catch(() => 'x'))).toBe('401 token-wrong');
});

test('a token of another service with the same secret is refused', async () => {
  const token = await tokensOf([NEW], { brand: 'Other' }).sign('user');
  expect(await tokensOf([NEW]).read('user', token)).toBe('401 token-wrong');
});
