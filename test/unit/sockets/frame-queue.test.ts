import { expect, test } from 'bun:test';
import { createFrameQueue } from '../../../src/sockets/frame-queue.ts';

const frame = (n: number) => ({ event: 'trade', data: { n } });

test('waiting frames are taken together, also those before the end', async () => {
  const queue = createFrameQueue({ most: 2, signal: new AbortController().signal });
  queue.push(frame(1));
  queue.push(frame(2));
  expect(await queue.take()).toEqual([frame(1), frame(2)]);
  queue.push(frame(3));
  queue.end();
  expect(await queue.take()).toEqual([frame(3)]);
  expect(await queue.take()).toEqual([]);
});

test('a full queue is ready once its frames are taken', async () => {
  const queue = createFrameQueue({ most: 1, signal: new AbortController().signal });
  queue.push(frame(1));
  let isReady = false;
  const ready = queue.ready().then(() => {
    isReady = true;
  });
  await Promise.resolve();
  expect(isReady).toBe(false);
  await queue.take();
  await ready;
  expect(isReady).toBe(true);
});

test('a client that leaves, or has already left, ends the wait', async () => {
  const left = new AbortController();
  const queue = createFrameQueue({ most: 1, signal: left.signal });
  const taken = queue.take();
  left.abort();
  expect(await taken).toEqual([]);
  expect(await createFrameQueue({ most: 1, signal: left.signal }).take()).toEqual([]);
});
