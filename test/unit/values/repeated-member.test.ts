import { expect, test } from 'bun:test';
import { repeatedMember } from '../../../src/values/repeated-member.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['[{"prices":{"WETH":"1"}},{"prices":{"WETH":"1","USDC":1,"WETH":"2"}}]', '1.prices.WETH'],
  ['{"limits":{"b":[1,2,{"c":{},"\\u0063":[]}]}}', 'limits.b.2.c'],
  ['{"":1,"":2}', ''],
  ['{"a\\"b":1, "x":"}", "a\\"b" : 2}', 'a"b'],
])('%s has a member twice', (text, path) => {
  expect(repeatedMember(text)).toBe(path);
});

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"\\"a\\":1,\\"a\\":2"}',
  '{"a":["a","a"],"A":1}',
  '"a"',
  '7',
  '{"toString":1,"__proto__":2}',
])('%s has none', (text) => {
  expect(repeatedMember(text)).toBeNull();
});

test('text of the largest size is gone through', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `{"time":${1_706_702_400 + at * 60},"prices":{"WETH":"${at + 1}.5"}}`);
  expect(repeatedMember(`[${rows.join(',')}]`)).toBeNull();
  expect(repeatedMember(`{"a":"${'x\\"'.repeat(2_000_000)}","a":1}`)).toBe('a');
});
