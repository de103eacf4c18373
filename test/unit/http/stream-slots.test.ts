import { expect, test } from 'bun:test';
import { createStreamSlots } from '../../../src/http/stream-slots.ts';
import { OverloadError } from '../../../src/values/errors/overload-error.ts';

function refusalOf(take: () => unknown): string {
  try {
    take();
    return 'none';
  } catch (error) {
    if (error instanceof OverloadError) return `${error.status ?? 503} ${error.code}`;
    throw error;
  }
}

test('a client has a bounded number of streams, and an ended one frees its place once', () => {
  const slots = createStreamSlots({ inAll: 10, perClient: 2 });
  const end = slots.take('a');
  slots.take('a');
  expect(refusalOf(() => slots.take('a'))).toBe('429 too-many-streams');
  expect(refusalOf(() => slots.take('b'))).toBe('none');
  end();
  end();
  expect(refusalOf(() => slots.take('a'))).toBe('none');
  expect(refusalOf(() => slots.take('a'))).toBe('429 too-many-streams');
  expect(slots.open()).toBe(3);
});

test('all clients together have a bounded number of streams; 0 means no bound', () => {
  const slots = createStreamSlots({ inAll: 3, perClient: 0 });
  for (const client of ['a', 'a', 'b']) slots.take(client);
  expect(refusalOf(() => slots.take('c'))).toBe('503 streams-full');
  const open = createStreamSlots({ inAll: 0, perClient: 0 });
  for (let i = 0; i < 1_000; i += 1) open.take('a');
  expect(open.open()).toBe(1_000);
});
