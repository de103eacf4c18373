import { describe, expect, test } from 'bun:test';
import { createOperatorSessions } from '../../../src/http/operator-sessions.ts';

const START_MS = Date.UTC(2026, 0, 1);
const TWELVE_HOURS_MS = 12 * 3_600_000;
const ALICE = { name: 'alice', token: 'sesame' };
const BOB = { name: 'bob', token: 'open barley=' };

function sessionsAt(nowMs: { value: number }, operators = [ALICE, BOB]) {
  return createOperatorSessions(operators, { clock: { now: () => nowMs.value } });
}

function request(headers: Record<string, string> = {}): Request {
  return new Request('http://127.0.0.1:5000/api/operator/session', { headers });
}

/** Returns the part `name=value` of a `Set-Cookie` header. */
function cookieOf(setCookie: string | undefined): string {
  if (setCookie === undefined) throw new Error('no cookie was set');
  return setCookie.slice(0, setCookie.indexOf(';'));
}

function opened(name = 'alice', headers: Record<string, string> = {}): string {
  return cookieOf(sessionsAt({ value: START_MS }).open(name, request(headers)));
}

describe('the cookie of a session', () => {
  test('no script reads it, no other site sends it, and it ends after twelve hours', () => {
    const sent = sessionsAt({ value: START_MS }).open('alice', request());
    expect(sent).toMatch(/^coxswain_operator=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  });

  test.each([
    ['the page was loaded over https', { origin: 'https://ops.example' }],
    ['a proxy says that it came over https', { 'x-forwarded-proto': 'http, https' }],
  ])('it is bound to https and to the host when %s', (_what, headers) => {
    const sent = sessionsAt({ value: START_MS }).open('alice', request(headers)) ?? '';
    expect(sent).toStartWith('__Host-coxswain_operator=');
    expect(sent).toEndWith('; Secure');
  });

  test('it contains no part of the token', () => {
    const text = opened();
    for (const token of ['sesame', Buffer.from('sesame').toString('base64url'), Buffer.from('sesame').toString('hex')]) {
      expect(text).not.toContain(token);
    }
  });

  test('an unknown operator gets no cookie', () => {
    expect(sessionsAt({ value: START_MS }).open('mallory', request())).toBeUndefined();
  });

  test('signing out deletes both kinds of cookie', () => {
    expect(sessionsAt({ value: START_MS }).close()).toEqual([
      'coxswain_operator=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
      '__Host-coxswain_operator=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
  });
});

describe('reading a session', () => {
  const read = (cookie: string | null, nowMs = START_MS, operators = [ALICE, BOB]) =>
    sessionsAt({ value: nowMs }, operators).read(request(cookie === null ? {} : { cookie }));

  test('it is valid on every node with the token, until its end', () => {
    expect(read(opened())).toEqual({ name: 'alice' });
    expect(read(opened('bob'), START_MS + TWELVE_HOURS_MS - 1)).toEqual({ name: 'bob' });
    expect(read(opened('bob'), START_MS + TWELVE_HOURS_MS)).toBe('invalid');
  });

  test('it ends when the token is changed, or its owner is removed', () => {
    expect(read(opened(), START_MS, [{ ...ALICE, token: 'sesame2' }, BOB])).toBe('invalid');
    expect(read(opened(), START_MS, [BOB])).toBe('invalid');
  });

  test('it is found among other cookies, under both names, and after an expired one', () => {
    expect(read(`theme=dark; ${opened()}; x=y`)).toEqual({ name: 'alice' });
    expect(read(opened('alice', { origin: 'https://ops.example' }))).toEqual({ name: 'alice' });
    expect(read(`__Host-coxswain_operator=old.1.x; ${opened('bob')}`)).toEqual({ name: 'bob' });
  });

  test('a missing or foreign cookie is no session', () => {
    expect(read(null)).toBe('none');
    expect(read('theme=dark; coxswain_operators=x; =; coxswain_operator')).toBe('none');
  });

  const [, value = ''] = opened().split('=');
  const [name = '', expiry = '', mac = ''] = value.split('.');
  const bob = Buffer.from('bob').toString('base64url');
  const later = (START_MS + 10 * TWELVE_HOURS_MS).toString(36);
  test.each([
    ['nothing', ''],
    ['a name alone', name],
    ['no signature', `${name}.${expiry}.`],
    ["another's name", `${bob}.${expiry}.${mac}`],
    ['a later end', `${name}.${later}.${mac}`],
    ['a shorter signature', `${name}.${expiry}.${mac.slice(0, -4)}`],
    ['a longer one', `${name}.${expiry}.${mac}AAAA`],
    ['a changed one', `${name}.${expiry}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`],
    ['more parts', `${name}.${expiry}.${mac}.x`],
    ['an end that is no number', `${name}.Infinity.${mac}`],
    ['a token instead', 'sesame'],
    ['garbage', '%00\u00ff..;;=='],
    ['much', 'x'.repeat(10_000)],
  ])('%s is not taken', (_what, forged) => {
    expect(read(`coxswain_operator=${forged}`)).toBe('invalid');
  });

  test('of many cookies with the name only some are checked', () => {
    const bad = Array(4).fill('coxswain_operator=a.b.c').join('; ');
    expect(read(`${bad}; ${opened()}`)).toBe('invalid');
  });
});
