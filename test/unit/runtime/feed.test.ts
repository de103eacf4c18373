import { expect, test } from 'bun:test';
import { createOrderSystem } from './support/order-system.ts';

test('a listener that throws is dropped and reported, and neither actors nor other listeners notice', async () => {
  const errors: unknown[] = [];
  const { order, test: system } = createOrderSystem({ system: { onError: (error) => errors.push(error) } });
  let calls = 0;
  system.system().feed.subscribe(() => {
    calls += 1;
    throw new Error('a broken onlooker');
  });
  const seen: string[] = [];
  const unsubscribe = system.system().feed.subscribe(({ kind }) => seen.push(kind));
  await order().create({ owner: '0xa' });
  expect(await order().ask({ type: 'PAY', amount: '7' })).toMatchObject({ changed: true });
  await system.settle();
  expect(calls).toBe(1);
  expect(errors).toMatchObject([{ message: 'a broken onlooker' }]);
  expect(seen).toEqual(['committed', 'committed', 'effect-started', 'committed', 'effect-ended']);
  unsubscribe();
  await order().ask({ type: 'ADD', by: 1 });
  expect(seen).toHaveLength(5);
});

test('a commit is published with its event and its effects', async () => {
  const { order, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'NEXT' }, { cause: { kind: 'http', by: 'request-9' } });
  await order().ask({ type: 'DEEPER' });
  const commits = system.events.filter(({ kind }) => kind === 'committed');
  expect(commits[1]).toMatchObject({
    event: 'NEXT',
    from: 'open',
    to: { outer: { inner: 'a' } },
    revision: 2,
    cause: { kind: 'http', by: 'request-9' },
  });
  expect(commits[2]).toMatchObject({ event: 'DEEPER', effects: ['tell'] });
});

test('a tick’s report is shown', async () => {
  const { test: system } = createOrderSystem();
  const report = await system.tick();
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'tick', report }));
});
