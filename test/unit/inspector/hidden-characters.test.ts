import { expect, test } from 'bun:test';
import { withHiddenShown } from '../../../src/inspector/web/kit/hidden-characters.ts';

test.each([
  ['a turned direction', 'invoice\u202egpj.exe', 'invoice\\u202egpj.exe'],
  ['isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['controls', '\u0000\u001b[31m\u009b', '\\u0000\\u001b[31m\\u009b'],
  ['spaces that are not seen', 'ad\u200bmin\ufeff\u00ad', 'ad\\u200bmin\\ufeff\\u00ad'],
  ['marks of no width outside the first plane', '\u{e0041}x', '\\u{e0041}x'],
  ['line ends that look like none', 'a\u2028b', 'a\\u2028b'],
])('%s is shown', (_what, text, shown) => {
  expect(withHiddenShown(text)).toBe(shown);
});

test.each(['plain', 'tab\tand\r\nlines', 'שלום', 'مرحبا', '👩‍👧 Ünïcode 漢字', 'e\u0301', ''])('%p is left as it is', (text) => {
  expect(withHiddenShown(text)).toBe(text);
});
