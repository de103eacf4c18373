import { expect, test } from 'bun:test';
import { createTurns } from '../../../../src/features/quotes/routes/quote-turns.ts';
import { atOnce } from '../../../support/at-once.ts';

const stays = new AbortController().signal;

test('a bounded number work at once; the next begins when one is done, in the order of arrival', async () => {
  const turns = createTurns(2, 2);
  const first = await atOnce(turns.take('a', stays));
  await atOnce(turns.take('a', stays));
  const [third, fourth] = [turns.take('a', stays), turns.take('a', stays)];
  await expect(atOnce(third)).rejects.toThrow('it waits');
  first?.();
  // The release function of the first turn is called a second time. That must not free another place.
  first?.();
  const done = await atOnce(third);
  await expect(atOnce(fourth)).rejects.toThrow('it waits');
  done?.();
  expect(await atOnce(fourth)).not.toBeNull();
});

test('a client that leaves while it waits gets no turn, and blocks no other', async () => {
  const turns = createTurns(1, 1);
  const first = await turns.take('a', stays);
  const leaving = new AbortController();
  const left = turns.take('a', leaving.signal);
  const next = turns.take('a', stays);
  leaving.abort();
  expect(await atOnce(left)).toBeNull();
  first?.();
  expect(await atOnce(next)).not.toBeNull();
  expect(await turns.take('a', leaving.signal)).toBeNull();
});

test('a client with a thousand streams leaves room for another, and then they take turns', async () => {
  const turns = createTurns(4, 2);
  const ofMany = Array.from({ length: 1_000 }, () => turns.take('many', stays));
  const [first] = await atOnce(Promise.all(ofMany.slice(0, 2)));
  await expect(atOnce(Promise.race(ofMany.slice(2)))).rejects.toThrow('it waits');
  const other = await atOnce(turns.take('other', stays));
  await atOnce(turns.take('other', stays));
  // All four places are taken, and each client that asks now already has its share. So these further turns must wait until a place becomes
  // free.
  const [third, fourth] = [turns.take('other', stays), turns.take('third', stays)];
  first?.();
  const next = await atOnce(ofMany[2] ?? third);
  other?.();
  await atOnce(third);
  next?.();
  await atOnce(fourth);
});
