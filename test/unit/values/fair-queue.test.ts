import { expect, test } from 'bun:test';
import { createFairQueue } from '../../../src/values/fair-queue.ts';

const piece = (name: string) => ({ name });
const drained = (queue: ReturnType<typeof createFairQueue<{ name: string }>>, mayGo?: (owner: string) => boolean) => {
  const names: string[] = [];
  for (let item = queue.next(mayGo); item !== null; item = queue.next(mayGo)) names.push(item.name);
  return names;
};

test('owners take turns; what one owner has waits in its order', () => {
  const queue = createFairQueue<{ name: string }>();
  for (const name of ['a1', 'a2', 'a3']) queue.add('a', piece(name));
  queue.add('b', piece('b1'));
  queue.add('c', piece('c1'));
  expect(queue.size()).toBe(5);
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  expect(queue.size()).toBe(0);
});

test('whoever comes late waits for one of each, not for all', () => {
  const queue = createFairQueue<{ name: string }>();
  for (let at = 0; at < 1_000; at += 1) queue.add('much', piece(`m${at}`));
  queue.next();
  queue.add('late', piece('late'));
  expect([queue.next()?.name, queue.next()?.name]).toEqual(['m1', 'late']);
});

test('what was removed does not come, and an owner who may not go keeps what waits', () => {
  const queue = createFairQueue<{ name: string }>();
  const [gone, stays] = [piece('gone'), piece('stays')];
  queue.add('a', gone);
  queue.add('a', stays);
  queue.remove('a', gone);
  queue.remove('a', gone);
  queue.remove('nobody', gone);
  expect(queue.size()).toBe(1);
  expect(queue.next((owner) => owner !== 'a')).toBeNull();
  expect(drained(queue)).toEqual(['stays']);
});
