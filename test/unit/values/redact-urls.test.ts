import { expect, test } from 'bun:test';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { redactUrls, redactUrlsIn } from '../../../src/values/redact-urls.ts';

test.each([
  ['https://rpc.example/k3y failed', 'https://rpc.example/[redacted] failed'],
  ['wss://rpc.example:8546/ws/k3y', 'wss://rpc.example:8546/[redacted]'],
  ['at "https://user:k3y@rpc.example/?apikey=k3y"', 'at "https://[redacted]@rpc.example/[redacted]"'],
  ['https://rpc.example?k3y', 'https://rpc.example?[redacted]'],
  ['https://rpc.example#k3y', 'https://rpc.example#[redacted]'],
  ['https:\\/\\/rpc.example\\/k3y', 'https://rpc.example\\[redacted]'],
  ['HTTPS://RPC.example/k3y', 'HTTPS://RPC.example/[redacted]'],
  ['https://a.example/k3y,https://b.example/k3y', 'https://a.example/[redacted]'],
  [`${'x'.repeat(40)}://rpc.example/k3y`, `${'x'.repeat(40)}://rpc.example/[redacted]`],
  [
    'mongodb://root:k3y@a.example:27017,b.example:27017/db?authSource=k3y',
    'mongodb://[redacted]@a.example:27017,b.example:27017/[redacted]',
  ],
  ['mongodb+srv://root:k3y@db.example', 'mongodb+srv://[redacted]@db.example'],
  ["redis://:k'3y@cache.example:6379/0", 'redis://[redacted]@cache.example:6379/[redacted]'],
  // The passwords in these URLs are not percent-encoded, as people often write them.
  ['mongodb://root:k3/y@db.example/db', 'mongodb://[redacted]'],
  ['redis://:k3@y/k3y@cache.example', 'redis://[redacted]'],
  ['https://rpc.example:k3y:%zz/x', 'https://[redacted]'],
])('an address says where it leads and no more: %s', (text, shown) => {
  const redacted = redactUrls(text);
  expect(redacted).toBe(shown);
  expect(redactUrls(redacted)).toBe(redacted);
});

test.each([
  'see http://127.0.0.1:5000, or http://[::1]:5000/.',
  '(http://127.0.0.1:5000)',
  'file:///work/data/x.ts:3:1',
  'sqlite:/data/coxswain.db and a: b // c',
])('what holds no secret stays: %s', (text) => {
  expect(redactUrls(text)).toBe(text);
});

test('an error that quotes an address says only its host, in its message and its details', () => {
  const message = 'HTTP request failed.\n\nURL: https://rpc.example/v2/k3y\nRequest body: {"method":"eth_chainId"}';
  const error = new TerminalError({ code: 'x', message, details: { at: ['https://rpc.example/k3y'], n: 1, none: null } });
  expect(error.message).toBe('HTTP request failed.\n\nURL: https://rpc.example/[redacted]\nRequest body: {"method":"eth_chainId"}');
  expect(error.details).toEqual({ at: ['https://rpc.example/[redacted]'], n: 1, none: null });
  expect(redactUrlsIn({ a: { b: 'ws://h/k' } })).toEqual({ a: { b: 'ws://h/[redacted]' } });
});

test.each(['a.', 'a:', 'a://', '://', ':', '\\/', 'a@', 'http://@', "http://a'", 'http://.', "'.", 'é'])(
  'text made to be slow is read in time that grows with its length: %s',
  (unit) => {
    // An implementation whose time grows quadratically with the length of the text would take hours.
    expect(redactUrls(`http://${unit.repeat(1_000_000)}é http://h/k`)).toEndWith(' http://h/[redacted]');
  },
);
