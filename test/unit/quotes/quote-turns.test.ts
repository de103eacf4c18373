import { expect, test } from 'bun:test';
import { createTurns } from '../../../src/api/quotes/quote-turns.ts';
import { atOnce } from '../../support/at-once.ts';

const stays = new AbortController().signal;

test('so many work at once; the next begins when one is done, in the order in which they came', async () => {
  const turns = createTurns(2);
  const first = await atOnce(turns.take(stays));
  await atOnce(turns.take(stays));
  const [third, fourth] = [turns.take(stays), turns.take(stays)];
  await expect(atOnce(third)).rejects.toThrow('it waits');
  first?.();
  // Said twice, it makes room for one.
  first?.();
  const done = await atOnce(third);
  await expect(atOnce(fourth)).rejects.toThrow('it waits');
  done?.();
  expect(await atOnce(fourth)).not.toBeNull();
});

test('who leaves while it waits has no turn, and keeps nobody from one', async () => {
  const turns = createTurns(1);
  const first = await turns.take(stays);
  const leaving = new AbortController();
  const left = turns.take(leaving.signal);
  const next = turns.take(stays);
  leaving.abort();
  expect(await atOnce(left)).toBeNull();
  first?.();
  expect(await atOnce(next)).not.toBeNull();
  expect(await turns.take(leaving.signal)).toBeNull();
});
