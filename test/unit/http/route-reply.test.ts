import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { array, boolean, literal, looseObject, number, object, optional, picklist, string } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { bareReply, reply, serialisedReply } from '../../../src/http/reply.ts';
import { sseReply } from '../../../src/http/sse.ts';

// The compiler checks these cases: a line below `@ts-expect-error` that compiles is itself an error.

const kite = object({ name: string(), metres: number(), winds: array(picklist(['north', 'south'])), isNew: optional(boolean()) });
const get = { cost: 'cheap', method: 'GET', summary: 'Read a kite', input: {} } as const;
const one = { ...get, responses: { 200: { description: 'The kite.', data: kite } } } as const;

test('a route replies with the data of its schema', () => {
  const app = new Elysia();
  const winds: readonly ('north' | 'south')[] = ['north'];
  addRoute(app, { ...one, path: '/a', handle: () => reply({ name: 'Red', metres: 7, winds }) });
  addRoute(app, { ...one, path: '/b', handle: async () => reply({ name: 'Red', metres: 7, winds: ['south'], isNew: true }) });
  addRoute(app, { ...one, path: '/c', handle: () => serialisedReply(reply({ name: 'Red', metres: 7, winds }).text, {}) });
  expect(app.routes.length).toBe(3);
});

test('data of another shape does not compile', () => {
  const app = new Elysia();
  // @ts-expect-error A member is missing.
  addRoute(app, { ...one, path: '/a', handle: () => reply({ name: 'Red', winds: [] }) });
  // @ts-expect-error A member has another type.
  addRoute(app, { ...one, path: '/b', handle: () => reply({ name: 'Red', metres: '7', winds: [] }) });
  // @ts-expect-error A word is not one of the schema's options.
  addRoute(app, { ...one, path: '/c', handle: async () => reply({ name: 'Red', metres: 7, winds: ['west'] }) });
  // @ts-expect-error The type of a general object does not say which members it has.
  addRoute(app, { ...one, path: '/d', handle: () => reply(JSON.parse('{}') as Record<string, unknown>) });
  // @ts-expect-error The data is missing.
  addRoute(app, { ...one, path: '/e', handle: () => reply(null) });
  expect(app.routes.length).toBe(5);
});

test('another status does not compile', () => {
  const app = new Elysia();
  const made = {
    ...get,
    responses: { 200: { description: 'Known.', data: kite }, 201: { description: 'Made.', data: literal('made') } },
  } as const;
  addRoute(app, { ...made, path: '/a', handle: () => reply('made', { status: 201 }) });
  // @ts-expect-error The data of status 201 is sent with status 200.
  addRoute(app, { ...made, path: '/b', handle: () => reply('made') });
  // @ts-expect-error The status is not declared.
  addRoute(app, { ...made, path: '/c', handle: () => reply('made', { status: 202 }) });
  expect(app.routes.length).toBe(3);
});

test('text and streams are replies only to routes that declare them', () => {
  const app = new Elysia();
  const text = { ...get, responses: { 200: { description: 'Text.', bare: { contentType: 'text/plain' } } } } as const;
  addRoute(app, { ...text, path: '/a', handle: () => bareReply('kite', { headers: {} }) });
  const unchanged = {
    ...get,
    responses: { 200: { description: 'Any.', data: looseObject({}) }, 304: { description: 'Unchanged.' } },
  } as const;
  addRoute(app, { ...unchanged, path: '/b', handle: () => bareReply(null, { status: 304, headers: {} }) });
  // @ts-expect-error A JSON route cannot send a bare reply.
  addRoute(app, { ...one, path: '/c', handle: () => bareReply('kite', { headers: {} }) });
  // @ts-expect-error A JSON route cannot send a stream.
  addRoute(app, { ...one, path: '/d', handle: () => sseReply({ async *frames() {}, onError: () => undefined }) });
  expect(app.routes.length).toBe(4);
});
