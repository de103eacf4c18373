import { expect, test } from 'bun:test';
import { createWorkGate } from '../../../../src/platform/loop/work-gate.ts';
import { waitFor } from '../../../support/wait-for.ts';

const never = new AbortController().signal;

test('a bounded number run at once, the next begins when one ends, and a failure frees its place', async () => {
  const gate = createWorkGate(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = ends.map((end, index) =>
    gate.run(never, async () => {
      begun.push(index);
      await end.promise;
      return index;
    }),
  );
  await waitFor(() => begun.length === 2, { what: 'two to begin' });
  ends[1]?.reject(new Error('failed'));
  await expect(runs[1]).rejects.toThrow('failed');
  await waitFor(() => begun.length === 3, { what: 'the next to begin' });
  expect(begun).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual([0, 2, 3]);
});

test('work that is cancelled while waiting never begins, and blocks no other', async () => {
  const gate = createWorkGate(1);
  const first = Promise.withResolvers<void>();
  const running = gate.run(never, () => first.promise);
  const leaving = new AbortController();
  let begun = false;
  const waiting = gate.run(leaving.signal, async () => {
    begun = true;
  });
  const after = gate.run(never, async () => 'after');
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  first.resolve();
  await running;
  expect(await after).toBe('after');
  expect(begun).toBe(false);
  await expect(gate.run(AbortSignal.abort(new Error('gone')), async () => {})).rejects.toThrow('gone');
  expect(await gate.run(never, async () => 'still works')).toBe('still works');
});
