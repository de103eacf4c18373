import { expect, test } from 'bun:test';
import { createByteBudget } from '../../../src/http/byte-budget.ts';
import { BODY_WITHIN_MS, readBody } from '../../../src/http/read-body.ts';
import { openContext, UNBOUNDED } from '../../../src/http/request-context.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Creates a request whose body sends one byte and then nothing more. */
function dripping(headers: Record<string, string> = {}) {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
    pull: () => new Promise(() => undefined),
    cancel() {
      isCancelled = true;
    },
  });
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });
  return { request, isCancelled: () => isCancelled, context: openContext(request, 'id', new AbortController().signal) };
}

test('reading a body that does not end stops at the time limit', async () => {
  const { request, context, isCancelled } = dripping();
  await expect(readBody(request, context, 1_000, 1)).rejects.toMatchObject({ code: 'body-too-slow', status: 408 });
  expect(isCancelled()).toBe(true);
});

test('the same holds for a small one with a length', async () => {
  const { request, context } = dripping({ 'content-length': '20' });
  await expect(readBody(request, context, 1_000, 1)).rejects.toMatchObject({ code: 'body-too-slow' });
});

test('a body that is in time is read, and no timer is left', async () => {
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: '{"a":1}', headers: JSON_TYPE });
  expect(await readBody(request, openContext(request, 'id', new AbortController().signal), 1_000, BODY_WITHIN_MS)).toBe('{"a":1}');
});

test.each(['gzip', 'br', 'deflate, gzip', ' GZIP '])(
  'a compressed body (%s) is refused before it is read: nothing is unpacked',
  async (encoding) => {
    const { request, context } = dripping({ 'content-encoding': encoding });
    await expect(readBody(request, context, 1_000, 1)).rejects.toMatchObject({ code: 'unsupported-encoding', status: 415 });
  },
);

test('a body that declares too large a size is refused before it is read, and so is one for which there is no memory', async () => {
  const tooLarge = dripping({ 'content-length': '70000' });
  await expect(readBody(tooLarge.request, tooLarge.context)).rejects.toMatchObject({ code: 'body-too-large', status: 413 });
  const large = dripping({ 'content-length': '60000' });
  const bodies = createByteBudget(60_000);
  const context = openContext(large.request, 'id', new AbortController().signal, null, null, {
    ...UNBOUNDED,
    bodies,
  });
  await expect(readBody(large.request, context)).rejects.toMatchObject({ code: 'bodies-in-memory' });
  // A large body was just refused because the memory for large bodies is used up. A small body must still be accepted, because some memory
  // is reserved for small ones.
  const small = new Request('http://127.0.0.1/', { method: 'POST', body: '{"a":1}', headers: { ...JSON_TYPE, 'content-length': '7' } });
  bodies.take(45_000, false);
  const beside = openContext(small, 'id', new AbortController().signal, null, null, {
    ...UNBOUNDED,
    bodies,
  });
  expect(await readBody(small, beside)).toBe('{"a":1}');
  expect(bodies.held()).toBe(45_007);
  beside.release();
  expect([bodies.held(), tooLarge.isCancelled(), large.isCancelled()]).toEqual([45_000, false, false]);
});
