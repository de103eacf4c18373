import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { tempFolder } from '../../support/temp-folder.ts';
import { judge } from './support/judge.ts';
import type { Answer } from './support/raw-http.ts';
import { watchRecords } from './support/record-watch.ts';

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
])('the judge of answers notices %s', (_name, given) => {
  expect(judge(given, { mustRefuse: true }, {})).not.toEqual([]);
});

test('the judge of answers lets a clear refusal pass', () => {
  expect(judge(answer(400, envelope), { mustRefuse: true }, {})).toEqual([]);
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
