import { describe, expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/api/http/operator-auth.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';

const TWO = [
  { name: 'alice', token: 'sesame' },
  { name: 'bob', token: 'open barley=' },
];

function request(headers: Record<string, string>): Request {
  return new Request('http://127.0.0.1:5000/api/operator/actors', { headers: { host: '127.0.0.1:5000', ...headers } });
}

/** The name, or the error's status and code. */
function judged(options: Parameters<typeof createOperatorAuth>[0], headers: Record<string, string>): string {
  try {
    return createOperatorAuth(options).act(request(headers));
  } catch (error) {
    if (error instanceof CoxswainError) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe('with tokens', () => {
  const options = { host: '127.0.0.1', operators: TWO };
  test.each([
    ['the name of the one whose token it is', 'Bearer sesame', 'alice'],
    ['another one, in any case of the scheme', 'bearer open barley=', 'bob'],
    ['no token at all', '', '401 operator-token-required'],
    ['another scheme', 'Basic sesame', '401 operator-token-required'],
    ['the scheme alone', 'Bearer ', '401 operator-token-required'],
    ['a wrong token', 'Bearer sesam', '401 operator-token-wrong'],
    ['a token with more behind it', 'Bearer sesame2', '401 operator-token-wrong'],
    ['a name instead of a token', 'Bearer alice', '401 operator-token-wrong'],
  ])('%s', (_what, authorization, expected) => {
    expect(judged(options, authorization === '' ? {} : { authorization })).toBe(expected);
    expect(judged({ ...options, host: '0.0.0.0' }, authorization === '' ? {} : { authorization })).toBe(expected);
  });

  test('a token opens the routes behind a proxy, under any name and from any page', () => {
    const headers = { authorization: 'Bearer sesame', 'x-forwarded-for': '8.8.8.8', host: 'ops.example', origin: 'https://page.example' };
    expect(judged(options, headers)).toBe('alice');
  });
});

describe('without tokens', () => {
  test.each(['0.0.0.0', '::', '192.168.1.4', 'node.example', '127.0.0.1.example', 'localhost.example'])(
    'nobody operates a node on %s',
    (host) => {
      expect(judged({ host, operators: [] }, {})).toBe('401 operator-token-required');
      expect(judged({ host, operators: [] }, { authorization: 'Bearer x' })).toBe('401 operator-token-required');
    },
  );

  test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('whoever is on the machine operates a node on %s', (host) => {
    expect(judged({ host, operators: [] }, {})).toBe('local');
  });

  test.each([
    ['a name that a stranger may point at this machine', { host: 'rebound.example:5000' }, '403 operator-host-refused'],
    ['an address of the network', { host: '192.168.1.4:5000' }, '403 operator-host-refused'],
    ['a name that only begins like loopback', { host: '127.0.0.1.example' }, '403 operator-host-refused'],
    ['an empty host', { host: '' }, '403 operator-host-refused'],
    ['localhost', { host: 'localhost:5000' }, 'local'],
    ['IPv6', { host: '[::1]:5000' }, 'local'],
    ['a page of this node', { origin: 'http://127.0.0.1:5000' }, 'local'],
    ['a page of another port', { origin: 'http://127.0.0.1:3000' }, '403 operator-origin-refused'],
    ['a page of another site', { origin: 'https://page.example' }, '403 operator-origin-refused'],
    ['a sandboxed page', { origin: 'null' }, '403 operator-origin-refused'],
    ['a proxy', { 'x-forwarded-for': '8.8.8.8' }, '403 operator-proxy-refused'],
    ['a proxy by the standard header', { forwarded: 'for=8.8.8.8' }, '403 operator-proxy-refused'],
  ])('%s', (_what, headers, expected) => {
    expect(judged({ host: '127.0.0.1', operators: [] }, headers)).toBe(expected);
  });
});
