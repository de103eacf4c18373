import { expect, test } from 'bun:test';
import { isLoopback, ownOrigin } from '../../../src/values/loopback.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:5000'],
  ['0.0.0.0', 'http://127.0.0.1:5000'],
  ['::', 'http://[::1]:5000'],
  ['[::]', 'http://[::1]:5000'],
  ['::1', 'http://[::1]:5000'],
  ['[::1]', 'http://[::1]:5000'],
  ['localhost', 'http://localhost:5000'],
  ['192.168.1.5', 'http://192.168.1.5:5000'],
  ['node.example', 'http://node.example:5000'],
])('a service on %s is reached at %s', (host, origin) => {
  expect(ownOrigin(host, 5000)).toBe(origin);
});

test('loopback is what no other machine reaches', () => {
  for (const host of ['127.0.0.1', '127.8.9.1', 'LOCALHOST', '::1', '[::1]']) expect(isLoopback(host)).toBe(true);
  for (const host of ['0.0.0.0', '::', '128.0.0.1', '127.0.0.1.example', 'localhost.example', '']) expect(isLoopback(host)).toBe(false);
});
