import { expect, test } from 'bun:test';
import { createParser } from 'eventsource-parser';
import { localInputValue } from '../../../src/inspector/web/kit/format.ts';
import { bulkFilterOf } from '../../../src/inspector/web/pages/acting/bulk-filter.ts';
import { NOT_BEGUN, withEvent } from '../../../src/inspector/web/pages/acting/bulk-run.ts';
import { filterWords } from '../../../src/inspector/web/pages/acting/bulk-words.ts';
import { lastNoon, readRestorePoint } from '../../../src/inspector/web/pages/acting/restore-point.ts';
import { takesEvent } from '../../../src/inspector/web/pages/acting/takes-event.ts';
import type { ChartState } from '../../../src/values/inspection/chart.ts';

test('a bulk action is followed from its stream, in chunks of any size', () => {
  const stream = [
    ': open\n\n',
    'event: progress\ndata: {"seen":2,"done":1,"skipped":0,"failed":0}\n\n',
    'event: failure\ndata: {"id":"lamp/2","code":"boom","message":"It broke"}\n\n',
    'event: end\ndata: {"seen":3,"done":1,"skipped":1,"failed":1,"isDryRun":false,"isStopped":false,"hasMore":true,"samples":[{"id":"lamp/1","what":"a tick"}]}\n\n',
  ].join('');
  for (let size = 1; size < stream.length; size += 7) {
    let state = NOT_BEGUN;
    const parser = createParser({
      onEvent(event) {
        state = withEvent(state, event);
      },
    });
    for (let at = 0; at < stream.length; at += size) parser.feed(stream.slice(at, at + size));
    expect(state).toEqual({
      seen: 3,
      done: 1,
      skipped: 1,
      failed: 1,
      failures: [{ id: 'lamp/2', code: 'boom', message: 'It broke' }],
      samples: [{ id: 'lamp/1', what: 'a tick' }],
      isEnded: true,
      hasMore: true,
      problem: null,
    });
  }
});

test('a bulk act that broke off says so', () => {
  const frame = { event: 'error', data: '{"code":"stream-failed"}' };
  expect(withEvent(NOT_BEGUN, frame).problem).toContain('stream-failed');
  const stopped = { event: 'end', data: '{"seen":1,"isStopped":true}' };
  expect(withEvent(NOT_BEGUN, stopped)).toMatchObject({
    seen: 1,
    isEnded: true,
    problem: 'The node was stopped before all actors were examined.',
  });
});

test('a filter is described in words', () => {
  expect(filterWords({ type: 'trade', health: 'quarantined', overdue: '1', wallet: '' })).toBe(
    'actors of type trade, that are quarantined, that are overdue',
  );
  expect(filterWords({})).toBe('all actors');
});

test('a bulk action never affects more actors than the list showed', () => {
  const wallet = `0x${'A'.repeat(40)}`;
  expect(bulkFilterOf({ type: 'trade', overdue: '1', held: '', status: '', search: '' })).toEqual({ type: 'trade', overdue: true });
  expect(bulkFilterOf({ held: '1', search: 'trade/' })).toEqual({ held: true, prefix: 'trade/' });
  expect(filterWords({ held: '1' })).toBe('actors that are blocked');
  expect(bulkFilterOf({ search: 'trade/ab' })).toEqual({ prefix: 'trade/ab' });
  expect(bulkFilterOf({ search: wallet })).toEqual({ wallet });
  expect(bulkFilterOf({ search: wallet, wallet: '0xb' })).toEqual({ search: wallet, wallet: '0xb' });
  expect(bulkFilterOf({ search: 'tra' })).toEqual({ search: 'tra' });
});

test('an actor is restored to an earlier revision or a past time', () => {
  const limits = { newest: 7, nowMs: Date.parse('2026-11-28T15:00:00') };
  expect(readRestorePoint('revision', '6', limits)).toEqual({ revision: 6 });
  for (const wrong of ['7', '0', '1.5', '', 'x']) expect(readRestorePoint('revision', wrong, limits)).toBeString();
  expect(readRestorePoint('revision', '1', { ...limits, newest: 1 })).toBe('The actor has no earlier revision.');
  expect(readRestorePoint('time', '2026-11-28T12:00:00', limits)).toEqual({ before: Date.parse('2026-11-28T12:00:00') });
  for (const wrong of ['2026-11-28T16:00:00', '', 'noon']) expect(readRestorePoint('time', wrong, limits)).toBeString();
  const createdAtMs = Date.parse('2026-11-28T12:00:01');
  expect(readRestorePoint('time', '2026-11-28T12:00:00', { ...limits, createdAtMs })).toMatch(
    /^At this time the actor did not exist yet: it was created at /,
  );
  expect(readRestorePoint('time', '2026-11-28T12:00:01', { ...limits, createdAtMs })).toEqual({ before: createdAtMs });
  expect(localInputValue(lastNoon(limits.nowMs))).toBe('2026-11-28T12:00:00');
  expect(localInputValue(lastNoon(Date.parse('2026-11-28T11:59:59')))).toBe('2026-11-27T12:00:00');
});

test('an event is accepted where a state, an enclosing state, or the machine has a transition for it', () => {
  const state = (path: string, events: readonly string[]): ChartState => ({
    path,
    key: path,
    parent: null,
    kind: 'atomic',
    initial: null,
    description: null,
    tags: [],
    entry: [],
    exit: [],
    on: events.map((event) => ({ event, targets: [], guard: null, actions: [], description: null })),
  });
  const chart = {
    id: 'lamp',
    initial: 'off',
    states: [state('on', ['TURN']), state('on.dim', ['BRIGHTEN']), state('off', ['TURN_ON'])],
    on: state('', ['BREAK']).on,
  };
  const taken = (event: string) => takesEvent(chart, { on: 'dim' }, event);
  expect(['TURN', 'BRIGHTEN', 'BREAK', 'TURN_ON'].map(taken)).toEqual([true, true, true, false]);
});
