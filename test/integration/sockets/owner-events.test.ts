import { expect, test } from 'bun:test';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { openEvents } from '../../support/event-source.ts';
import { OTHER, startSocketServer, WALLET } from '../../support/socket-server.ts';

const eventsOf = (node: ReturnType<typeof startSocketServer>, token = WALLET, lastId?: string) =>
  openEvents(`${node.url}/api/user/events`, {
    authorization: `Bearer ${token}`,
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  });

test('a wallet follows its own records, and nothing of others', async () => {
  await using node = startSocketServer();
  await using stream = await eventsOf(node);
  expect(await stream.next('ready')).toMatchObject({ data: { wallet: WALLET, continued: false } });
  node.change('theirs', 1, OTHER);
  node.change('one', 1);
  expect(await stream.next('trade')).toMatchObject({ data: { id: 'one', n: 1 } });
  node.change('one', 2);
  expect(await stream.next('trade')).toMatchObject({ data: { id: 'one', n: 2 } });
});

test('a client that comes back with its last id gets what it missed', async () => {
  await using node = startSocketServer();
  const first = await eventsOf(node);
  await first.next('ready');
  node.change('one', 1);
  const { id } = await first.next('trade');
  await first[Symbol.asyncDispose]();
  node.change('one', 2);
  node.change('two', 1);
  await using again = await eventsOf(node, WALLET, id);
  expect(await again.next('ready')).toMatchObject({ data: { continued: true } });
  const missed = [await again.next('trade'), await again.next('trade')].map(({ data }) => data);
  expect(missed).toEqual(
    expect.arrayContaining([
      { id: 'one', n: 2 },
      { id: 'two', n: 1 },
    ]),
  );
});

test('an id that the feed no longer contains, or that is none, is answered with the advice to read everything', async () => {
  await using node = startSocketServer();
  await using stream = await eventsOf(node, WALLET, 'nonsense');
  expect(await stream.next('ready')).toMatchObject({ data: { continued: false } });
  expect(await stream.next('resync')).toMatchObject({ data: { reason: 'too-long-ago' } });
});

test('without a token there is no stream', async () => {
  await using node = startSocketServer();
  expect((await fetch(`${node.url}/api/user/events`)).status).toBe(401);
});

test('the stream ends with its session, and says so', async () => {
  // Only the rounds of checks run here, and not the timer that ends the stream with its token.
  const checks: (() => void)[] = [];
  const timers = {
    ...systemTimers,
    after(ms: number, run: () => void) {
      if (ms <= 5_000) checks.push(run);
      return () => {};
    },
  };
  await using node = startSocketServer({ timers });
  await using stream = await eventsOf(node);
  await stream.next('ready');
  node.closed.add(WALLET);
  for (const check of checks.splice(0)) check();
  expect(await stream.next('ended')).toMatchObject({ data: { code: 'session-ended' } });
  await stream.ended();
});
