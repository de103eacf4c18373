import { describe, expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';

const TWO = [
  { name: 'alice', token: 'sesame' },
  { name: 'bob', token: 'open barley=' },
];

function request(headers: Record<string, string>): Request {
  return new Request('http://127.0.0.1:5000/api/operator/actors', { headers: { host: '127.0.0.1:5000', ...headers } });
}

/** Returns the operator's name when the request is allowed, otherwise the error's status and code. */
function judged(options: Parameters<typeof createOperatorAuth>[0], headers: Record<string, string>): string {
  try {
    return createOperatorAuth(options).act(request(headers));
  } catch (error) {
    if (error instanceof CoxswainError) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe('with tokens', () => {
  const options = { operators: TWO };
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
  });

  test('a token opens the routes behind a proxy, under any name and from any page', () => {
    const headers = { authorization: 'Bearer sesame', 'x-forwarded-for': '8.8.8.8', host: 'ops.example', origin: 'https://page.example' };
    expect(judged(options, headers)).toBe('alice');
  });
});

test.each(['127.0.0.1:5000', 'localhost', '[::1]:5000', 'node.example'])(
  'without a token nobody operates a node that is addressed as %s',
  (host) => {
    expect(judged({ operators: [] }, { host })).toBe('401 operator-token-required');
    expect(judged({ operators: TWO }, { host })).toBe('401 operator-token-required');
    expect(judged({ operators: [] }, { host, authorization: 'Bearer x' })).toBe('401 operator-token-wrong');
  },
);
