import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { tempFolder } from '../../support/temp-folder.ts';
import { type JsonSchema, problemsWith } from './support/json-schema.ts';
import { judge } from './support/judge.ts';
import type { Answer } from './support/raw-http.ts';
import { watchRecords } from './support/record-watch.ts';

const NULLABLE_NOTE = { type: 'object', nullable: true, properties: { of: { type: 'array', minItems: 1 } } };
const envelope = { status: 400, message: 'm', data: null, errors: { code: 'a-code' }, notShowPopUp: true };

function answer(status: number, body: unknown, type = 'application/json;charset=utf-8'): Answer {
  const headers = new Map([
    ['x-request-id', '1'],
    ['content-type', type],
  ]);
  return { kind: 'reply', status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

test.each<[string, Answer]>([
  ['no reply', { kind: 'dropped', why: 'closed' }],
  ['500', answer(500, { ...envelope, status: 500 })],
  ['503', answer(503, { ...envelope, status: 503 })],
  ['text', answer(400, 'Bad Request', 'text/plain')],
  ['another status inside', answer(404, envelope)],
  ['data beside an error', answer(400, { ...envelope, data: {} })],
  ['no code', answer(400, { ...envelope, errors: null })],
  ['a member more', answer(400, { ...envelope, stack: 'at' })],
  ['no message', answer(400, { ...envelope, message: '' })],
  ['success for what is forbidden', answer(200, { ...envelope, status: 200 })],
])('the check of replies notices %s', (_name, given) => {
  expect(judge(given, { mustRefuse: true }, {})).not.toEqual([]);
});

test('the check of replies accepts a clear refusal', () => {
  expect(judge(answer(400, envelope), { mustRefuse: true }, {})).toEqual([]);
});

const document: JsonSchema = {
  openapi: '3.0.3',
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'toString'],
        properties: { id: { type: 'string', maxLength: 2 }, toString: {}, count: { type: 'integer', minimum: 1 }, note: NULLABLE_NOTE },
        additionalProperties: false,
      },
    },
  },
};
const order: JsonSchema = { $ref: '#/components/schemas/Order' };
const good = { id: 'a', toString: 1 };

test.each<[string, unknown]>([
  ['a member that is missing, whatever is inherited by its name', { id: 'a' }],
  ['a member that is not documented', { ...good, more: 1 }],
  ['a bound inside', { ...good, count: 0 }],
  ['a number that JSON cannot carry', { ...good, count: Number.POSITIVE_INFINITY }],
  ['null where it is not documented', { ...good, id: null }],
  ['a list with too few items', { ...good, note: { of: [] } }],
  ['another type', 'text'],
])('the oracle of the document notices %s', (_name, value) => {
  expect(problemsWith(order, value, document)).not.toEqual([]);
});

test.each<[string, unknown]>([
  ['what is required alone', good],
  ['null where it is documented', { ...good, note: null }],
  ['all that is documented', { ...good, count: 1, note: { of: [1] } }],
])('the oracle of the document lets %s pass', (_name, value) => {
  expect(problemsWith(order, value, document)).toEqual([]);
});

test('a schema with a word that nobody checks, or that leads nowhere, is a fault of the document', () => {
  expect(() => problemsWith({ type: 'string', maxlength: 3 }, 'text', document)).toThrow('maxlength');
  expect(() => problemsWith({ $ref: '#/components/schemas/None' }, {}, document)).toThrow('None');
});

test('the watch on records notices a write that leaves all counts as they are', () => {
  using folder = tempFolder();
  const file = folder.file('a.db');
  using writer = new Database(file, { create: true });
  writer.run('PRAGMA journal_mode = WAL');
  writer.run('CREATE TABLE records (id INTEGER PRIMARY KEY, body TEXT)');
  writer.run("INSERT INTO records (body) VALUES ('a')");
  using watch = watchRecords(file);
  const [version, content] = [watch.version(), watch.content()];
  writer.run("UPDATE records SET body = 'b'");
  expect(watch.version()).not.toBe(version);
  expect(watch.content().rows).toEqual(content.rows);
  expect(watch.content().digest).not.toBe(content.digest);
});
