import { describe, expect, test } from 'bun:test';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';

function createCapture(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const log = createPinoLog({ level: 'debug', secrets, write: (line) => lines.push(line) });
  return { log, lines, last: (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') };
}

describe('a log line', () => {
  test('is one JSON object with time, level, message and the fields of all parents', () => {
    const { log, last } = createCapture();
    log.child({ requestId: 'r1' }).child({ actorId: 'a1' }).info('tick done', { due: 3, spent: 10n });
    expect(last()).toMatchObject({ level: 'info', message: 'tick done', requestId: 'r1', actorId: 'a1', due: 3, spent: '10' });
    expect(new Date(String(last().time)).toISOString()).toBe(String(last().time));
  });

  test('hides secrets by name at any depth, and keeps tokens that are assets', () => {
    const { log, lines, last } = createCapture();
    log.info('x', {
      headers: { Authorization: 'sesame', cookie: 'sesame', 'x-api-key': 'sesame' },
      body: {
        signature: 'sesame',
        policySignature: 'sesame',
        fromToken: '0xabc',
        list: [{ privateKey: 'sesame', executor_key: 'sesame' }],
      },
    });
    expect(lines.join()).not.toContain('sesame');
    expect(last().body).toMatchObject({ fromToken: '0xabc' });
  });

  test('hides known secrets and keys in URLs wherever they turn up', () => {
    const { log, lines } = createCapture(['long-operator-token']);
    log.error('call to https://rpc.example/v2/abcdefghijklmnopqrstuvwxyz failed with Bearer sesame', {
      error: new Error('token long-operator-token at mongodb://user:sesame@db/x?k=sesame'),
    });
    const text = lines.join();
    for (const secret of ['abcdefghijklmnop', 'sesame', 'long-operator-token']) expect(text).not.toContain(secret);
    expect(text).toContain('rpc.example');
  });

  test('writes an error with its code and its causes', () => {
    const { log, last } = createCapture();
    log.warn('x', { error: new RetryableError({ code: 'store-away', message: 'away', cause: new Error('socket closed') }) });
    expect(last().error).toMatchObject({
      name: 'RetryableError',
      code: 'store-away',
      message: 'away',
      cause: { message: 'socket closed' },
    });
  });

  test('survives cycles and huge values', () => {
    const { log, lines } = createCapture();
    const cycle: Record<string, unknown> = { text: 'x'.repeat(1_000_000) };
    cycle.self = cycle;
    log.info('x', { cycle });
    expect(lines.join().length).toBeLessThan(100_000);
  });

  test('below the level is not written', () => {
    const lines: string[] = [];
    const log = createPinoLog({ level: 'warn', write: (line) => lines.push(line) });
    log.info('x');
    expect([lines.length, log.writes('info'), log.writes('error')]).toEqual([0, false, true]);
  });
});
