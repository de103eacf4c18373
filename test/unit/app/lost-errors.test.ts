import { expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import { catchLostErrors, tellLostErrors } from '../../../src/app/lost-errors.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';

test('lost errors go to the registered handler, and before and after that to the default', () => {
  const host = new EventEmitter();
  const unfollowed: unknown[] = [];
  const followed: unknown[] = [];
  const lostErrors = catchLostErrors(host, (error) => void unfollowed.push(error));
  host.emit('unhandledRejection', 'early');
  const letGo = lostErrors((kind, error) => void followed.push([kind, error]));
  host.emit('unhandledRejection', 'one');
  host.emit('uncaughtException', 'two');
  letGo();
  host.emit('uncaughtException', 'late');
  expect(unfollowed).toEqual(['early', 'late']);
  expect(followed).toEqual([
    ['rejection', 'one'],
    ['exception', 'two'],
  ]);
});

test('every lost error is counted; of a thousand in a minute twenty are logged', () => {
  let nowMs = 0;
  const counted: string[] = [];
  const lines: string[] = [];
  const log = createPinoLog({ level: 'error', write: (line) => lines.push(line) });
  const tell = tellLostErrors({ count: (kind) => counted.push(kind), log, clock: { now: () => nowMs } });
  for (let at = 0; at < 1_000; at += 1) tell('rejection', new Error('lost'));
  expect([counted.length, lines.length]).toEqual([1_000, 20]);
  nowMs += 60_000;
  tell('exception', new Error('another'));
  expect([counted.length, lines.length]).toEqual([1_001, 21]);
});
