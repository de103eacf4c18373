import { expect, test } from 'bun:test';
import { createReplyBytes } from '../../../src/http/reply-bytes.ts';

const KB = 1_024;
const request = () => new Request('http://127.0.0.1/');

function bounded() {
  const time = { nowMs: 0 };
  return { time, replies: createReplyBytes({ maxBytes: 1_000 * KB, stalledMs: 2_000, nowMs: () => time.nowMs }) };
}

test('a large reply counts until it was read, and is unchanged', async () => {
  const { replies } = bounded();
  const text = 'ä'.repeat(100 * KB);
  expect([replies.isLarge('x'.repeat(64 * KB)), replies.isLarge(text)]).toEqual([false, true]);
  const body = replies.bodyOf(text, request());
  expect(replies.held()).toBe(200 * KB);
  expect(await new Response(body).text()).toBe(text);
  expect(replies.held()).toBe(0);
});

test('its bytes are made only when it is read, and no longer count when its client disconnects', async () => {
  const { replies } = bounded();
  const left = replies.bodyOf(new Uint8Array(300 * KB), request());
  await left.cancel();
  expect(replies.held()).toBe(0);
  const leaving = new AbortController();
  replies.bodyOf(new Uint8Array(300 * KB), new Request('http://127.0.0.1/', { signal: leaving.signal }));
  expect(replies.held()).toBe(300 * KB);
  leaving.abort();
  expect(replies.held()).toBe(0);
});

test('without memory, the client that has read nothing for longest is cut off; clients that read are not', async () => {
  const { replies, time } = bounded();
  const stalled = replies.bodyOf(new Uint8Array(400 * KB), request()).getReader();
  const taken = replies.bodyOf(new Uint8Array(400 * KB), request()).getReader();
  time.nowMs = 3_000;
  await taken.read();
  const another = replies.bodyOf(new Uint8Array(400 * KB), request()).getReader();
  await expect(stalled.read()).rejects.toBeUndefined();
  expect((await taken.read()).value).toHaveLength(64 * KB);
  expect((await another.read()).done).toBe(false);
  expect(replies.held()).toBe(800 * KB);
});

test('while all clients read, the next reply is refused', () => {
  const { replies } = bounded();
  for (let at = 0; at < 3; at += 1) replies.bodyOf(new Uint8Array(300 * KB), request());
  expect(() => replies.bodyOf(new Uint8Array(300 * KB), request())).toThrow(expect.objectContaining({ code: 'replies-in-memory' }));
  expect(replies.held()).toBe(900 * KB);
});
