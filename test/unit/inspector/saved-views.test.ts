import { beforeEach, expect, test } from 'bun:test';
import { LONGEST_NAME, queryOf, readViews, removeView, saveView } from '../../../src/inspector/web/pages/actors/saved-views.ts';

const kept = new Map<string, string>();
const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) };

beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, { localStorage: storage });
});

test('a view is saved by name without the place in the list, replaced, listed by name, and removed', () => {
  expect(saveView({ name: ' late ', query: 'type=trade&overdue=1&cursor=abc&page=3' })).toBeNull();
  expect(saveView({ name: 'bad', query: 'health=quarantined' })).toBeNull();
  expect(saveView({ name: 'late', query: 'overdue=1' })).toBeNull();
  expect(readViews()).toEqual([
    { name: 'bad', query: 'health=quarantined' },
    { name: 'late', query: 'overdue=1' },
  ]);
  expect(removeView('bad')).toBeNull();
  expect(readViews().map(({ name }) => name)).toEqual(['late']);
  expect(queryOf('page=2&type=trade&cursor=x')).toBe('type=trade');
});

test('an impossible name, too many views, and a browser without storage are refused with a sentence', () => {
  expect(saveView({ name: '  ', query: '' })).toContain('Type a name');
  expect(saveView({ name: 'x'.repeat(LONGEST_NAME + 1), query: '' })).toContain('at most');
  for (let n = 0; n < 50; n += 1) expect(saveView({ name: `view ${n}`, query: '' })).toBeNull();
  expect(saveView({ name: 'one more', query: '' })).toContain('Remove one first');
  Object.assign(globalThis, {
    localStorage: {
      ...storage,
      setItem() {
        throw new Error('no room');
      },
    },
  });
  expect(saveView({ name: 'view 1', query: '' })).toContain('does not allow');
});

test('what something else has written into the storage is left out', () => {
  for (const text of ['{', 'null', '{"name":"a"}', '[null,1,{"name":""},{"name":"a"},{"name":3,"query":""}]'])
    expect(readViews(text)).toEqual([]);
  expect(readViews('[{"name":"a","query":"type=%3Cb%3E&page=2"}]')).toEqual([{ name: 'a', query: 'type=%3Cb%3E' }]);
});
