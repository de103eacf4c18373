import { describe, expect, test } from 'bun:test';
import type { FeedEvent } from '../../../src/inspector/web/data/feed-event.ts';
import {
  mergeSteps,
  nextShown,
  pathBefore,
  type Step,
  stepsOfFeed,
  withRecord,
} from '../../../src/inspector/web/pages/actor/merge-steps.ts';

const step = (revision: number, to: string): Step => ({ revision, to, event: `to-${to}`, atMs: revision * 1_000 });
const record = (revision: number, value: string) => ({
  revision,
  updatedAtMs: 0,
  snapshot: { status: 'active', value, context: {} },
});

describe('the steps of an actor', () => {
  test('come together from history and feed, each once and in order', () => {
    const merged = mergeSteps([step(5, 'e'), step(4, 'd')], [step(3, 'c'), step(4, 'd'), step(2, 'b')]);
    expect(merged.map(({ revision }) => revision)).toEqual([2, 3, 4, 5]);
    expect(mergeSteps(Array.from({ length: 100 }, (_, index) => step(index, 'x')))).toHaveLength(16);
  });

  test('from the feed are only the commits of this actor', () => {
    const about = { node: 'n', seq: 1, atMs: 7, indexKeys: null };
    const events: FeedEvent[] = [
      {
        ...about,
        kind: 'committed',
        id: 't/1',
        revision: 2,
        event: 'GO',
        from: 'a',
        to: 'b',
        cause: { kind: 'tick' },
        effects: [],
        ms: 1,
        eventId: 'e',
      },
      {
        ...about,
        kind: 'committed',
        id: 't/2',
        revision: 9,
        event: 'GO',
        from: 'a',
        to: 'b',
        cause: { kind: 'tick' },
        effects: [],
        ms: 1,
        eventId: 'e',
      },
      { ...about, kind: 'conflict', id: 't/1', tries: 1 },
    ];
    expect(stepsOfFeed(events, 't/1')).toEqual([{ revision: 2, event: 'GO', to: 'b', atMs: 7 }]);
  });

  test('end with the record, also when no event named its revision', () => {
    expect(withRecord([step(1, 'a')], record(3, 'c')).map(({ to }) => to)).toEqual(['a', 'c']);
    expect(withRecord([step(4, 'd')], record(3, 'c'))).toEqual([step(4, 'd')]);
  });

  test('make the path before a step, without repeated states', () => {
    const steps = [step(1, 'a'), step(2, 'a'), step(3, 'b'), step(4, 'b'), step(5, 'a'), step(6, 'c')];
    expect(pathBefore(steps, 5)).toEqual(['a', 'b']);
    expect(pathBefore(steps, 4)).toEqual(['a']);
    expect(pathBefore([], 4)).toEqual([]);
  });

  test('are shown one after the other, and of a great many only the last ones', () => {
    const steps = Array.from({ length: 12 }, (_, index) => step(index + 1, `s${index}`));
    expect(nextShown(steps, 11)).toBe(12);
    expect(nextShown(steps, 8)).toBe(9);
    expect(nextShown(steps, 1)).toBe(3);
    expect(nextShown(steps, 12)).toBeNull();
  });
});
