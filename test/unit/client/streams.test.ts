import { expect, test } from 'bun:test';
import { ApiError, createCoxswain } from '../../../src/client/coxswain.ts';
import { fakeService, refused, streamed } from './fake-service.ts';

const query = { type: 'swap', fromChainId: 1, toChainId: 1, fromToken: '0xa', toToken: '0xb', amount: 1 };
const frame = (data: object, event?: string, id?: string) =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
const end = frame({ count: 2, providers: [{ aggregator: 'pools', ok: true, ms: 3 }] }, 'end');

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'it succeeded';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('quotes come one by one, and the end says how each provider did', async () => {
  using service = fakeService(() => streamed(`${frame({ id: 'one' })}: heartbeat\n\n${frame({ id: 'two' })}${end}`));
  const stream = createCoxswain(service).quotes(query);
  const ids: string[] = [];
  expect(stream.end).toBeNull();
  for await (const { id } of stream) ids.push(id);
  expect(ids).toEqual(['one', 'two']);
  expect(stream.end).toMatchObject({ count: 2, providers: [{ aggregator: 'pools', ok: true }] });
  expect((await createCoxswain(service).quotes(query).all()).quotes).toHaveLength(2);
  expect(service.requests[0]?.path).toBe('/api/defi/quotes?type=swap&fromChainId=1&toChainId=1&fromToken=0xa&toToken=0xb&amount=1');
});

test('a stream that stops early, one that is silent, one that the service aborts, and a refusal have different errors', async () => {
  const all = (response: () => Response) => async () => {
    using service = fakeService(response);
    await createCoxswain({ ...service, silenceMs: 20 })
      .quotes(query)
      .all();
  };
  expect(await codeOf(all(() => streamed(frame({ id: 'one' }))))).toBe('stream-cut');
  expect(await codeOf(all(() => streamed(frame({ id: 'one' }), 'open')))).toBe('stream-silent');
  expect(await codeOf(all(() => streamed(frame({ code: 'stream-failed' }, 'error'))))).toBe('stream-failed');
  expect(await codeOf(all(() => refused(404, { code: 'chain-not-found' })))).toBe('chain-not-found');
});

test('leaving the loop, or aborting by the caller’s signal, ends the request', async () => {
  using service = fakeService(() => streamed(frame({ id: 'one' }), 'open'));
  const coxswain = createCoxswain(service);
  for await (const { id } of coxswain.quotes(query)) {
    expect(id).toBe('one');
    break;
  }
  await service.requests[0]?.left;
  const leaving = new AbortController();
  const reason = new Error('no longer wanted');
  const reading = (async () => {
    for await (const _ of coxswain.quotes(query, { signal: leaving.signal })) leaving.abort(reason);
  })();
  expect(await reading.catch((error: unknown) => error)).toBe(reason);
  await service.requests[1]?.left;
});

test('the feed continues after its last event when the connection breaks, and when the service is away for a while', async () => {
  using service = fakeService((_, index) => {
    if (index === 1) return refused(503, { code: 'draining' });
    const events = index === 0 ? [1, 2] : [3];
    return streamed(events.map((seq) => frame({ node: 'n', seq, kind: 'tick', atMs: 0 }, 'tick', `p${seq}`)).join(''));
  });
  const seen: unknown[] = [];
  for await (const { seq, position } of createCoxswain(service).feed({ kind: 'tick' })) {
    seen.push([seq, position]);
    if (seq === 3) break;
  }
  expect(seen).toEqual([
    [1, 'p1'],
    [2, 'p2'],
    [3, 'p3'],
  ]);
  expect(service.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'p2', 'p2']);
  expect(service.requests.map(({ path }) => path)).toEqual(Array(3).fill('/api/operator/feed?kind=tick'));
});

test('the feed begins at the given position, and ends when it is finally refused', async () => {
  using service = fakeService(() => refused(401, { code: 'operator-token-wrong' }));
  const feed = createCoxswain({ ...service, token: 'wrong' }).feed({}, { lastEventId: 'p9' });
  expect(await codeOf(async () => await feed[Symbol.asyncIterator]().next())).toBe('operator-token-wrong');
  expect(service.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual(['p9']);
});

test('a stream of a POST has its body sent, and each event with its name', async () => {
  using service = fakeService(() => streamed(frame({ seen: 1, done: 1, skipped: 0, failed: 0 }, 'progress')));
  const body = { act: 'tick', filter: { type: 'trade' }, dryRun: true } as const;
  const events: unknown[] = [];
  for await (const { event, data } of createCoxswain(service).events('/operator/bulk', { body })) events.push([event, data]);
  expect(events).toEqual([['progress', { seen: 1, done: 1, skipped: 0, failed: 0 }]]);
  expect(service.requests[0]).toMatchObject({ method: 'POST', body });
});
