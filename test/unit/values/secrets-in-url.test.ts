import { expect, test } from 'bun:test';
import { loginIn, secretsInUrl } from '../../../src/values/secrets-in-url.ts';

test.each([
  ['https://rpc.example/v2/k3y-of-ours?apikey=0ther-key&x=1', ['k3y-of-ours', '0ther-key']],
  ['https://rpc.example/v2/polygon-mainnet', []],
  ['https://rpc.example/abcdefghijklmnopqrstuvwx', ['abcdefghijklmnopqrstuvwx']],
  ['https://rpc.example', []],
  ['https://me:p%40ssword@rpc.example/', ['p%40ssword', 'p@ssword', btoa('me:p@ssword')]],
  ['redis://:pass@word@cache.example:6379', ['pass@word', btoa(':pass@word')]],
])('what may be secret in %s', (url, secrets) => {
  expect(secretsInUrl(url)).toEqual(secrets);
});

test('of a store it is the login alone', () => {
  expect(loginIn('mongodb://root:sesame@a.example:1,b.example:2/coxswain2?authSource=admin2')).toEqual(['sesame', btoa('root:sesame')]);
});
