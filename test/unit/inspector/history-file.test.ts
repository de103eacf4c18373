import { describe, expect, test } from 'bun:test';
import { effectsAsked } from '../../../src/inspector/web/pages/history/describe-entry.ts';
import { HistoryFileError } from '../../../src/inspector/web/pages/history/file-checks.ts';
import type { HistorySource } from '../../../src/inspector/web/pages/history/history-source.ts';
import { readHistoryFile } from '../../../src/inspector/web/pages/history/read-history-file.ts';
import { historyFileName, writeHistoryFile } from '../../../src/inspector/web/pages/history/write-history-file.ts';
import { NO_UNITS } from '../../../src/inspector/web/pages/record/describe-value.ts';
import type { ActorTypeInfo } from '../../../src/values/inspection/actor-type.ts';
import type { ChartState } from '../../../src/values/inspection/chart.ts';
import { SAMPLE_ID, sampleEntry } from './sample-history.ts';

const state = (path: string, target: string): ChartState => ({
  path,
  key: path,
  parent: null,
  kind: 'atomic',
  initial: null,
  description: null,
  tags: [],
  entry: [],
  exit: [],
  on: [{ event: 'TURN', targets: [target], guard: null, actions: [], description: null }],
});
const type: ActorTypeInfo = {
  type: 'lamp',
  version: 1,
  chart: { id: 'lamp', initial: 'off', states: [state('off', 'on'), state('on', 'off')], on: [] },
  events: [],
  effects: [],
  keys: [],
  isTicked: true,
  isRestorable: true,
  pause: null,
};
const entries = Array.from({ length: 25 }, (_, i) => sampleEntry(25 - i));
const source: HistorySource = {
  id: SAMPLE_ID,
  type,
  oldest: 1,
  newest: 25,
  units: { ...NO_UNITS, amounts: [{ path: 'sum', chainId: 1, token: '0xa' }] },
  page: async (before, limit) => entries.filter(({ revision }) => revision < before).slice(0, limit),
};

async function written(from: HistorySource = source): Promise<string> {
  const parts: string[] = [];
  for await (const { text } of writeHistoryFile(from, { nowMs: 5, pageLength: 10 })) parts.push(text);
  return parts.join('');
}

/** Changes the text of a written history file, and returns the error of reading it, or `was read`. */
async function broken(change: (file: ReturnType<typeof JSON.parse>) => void): Promise<string> {
  const file: ReturnType<typeof JSON.parse> = JSON.parse(await written());
  change(file);
  try {
    readHistoryFile(JSON.stringify(file));
  } catch (error) {
    if (error instanceof HistoryFileError) return error.message;
    throw error;
  }
  return 'was read';
}

test('a downloaded history is opened unchanged, page by page', async () => {
  const progress: number[] = [];
  for await (const { done } of writeHistoryFile(source, { nowMs: 5, pageLength: 10 })) progress.push(done);
  expect(progress).toEqual([0, 10, 20, 25, 25]);
  const read = readHistoryFile(await written());
  expect(read).toMatchObject({ id: SAMPLE_ID, oldest: 1, newest: 25, exportedAtMs: 5, type, units: source.units, entries });
  expect((await read.page(12, 3)).map(({ revision }) => revision)).toEqual([11, 10, 9]);
  expect(await read.page(1, 3)).toEqual([]);
  expect(historyFileName('trade/../0x<b>', 7)).toBe('trade-0x-b--history-to-7.json');
});

test('a file of an earlier version, with other words for a lease, is opened', async () => {
  const leased = { key: 'lamp/1/25/0', name: 'turn', params: null, attempts: 1, nextAttemptAtMs: 0, lastError: null };
  const outbox = [{ ...leased, state: 'claimed', claimedBy: 'node-1', claimUntilMs: 9 }];
  const file = JSON.parse(await written());
  file.entries[0].record.outbox = outbox;
  file.entries[0].event.type = 'runtime.claimed';
  const [newest] = readHistoryFile(JSON.stringify(file)).entries;
  expect(newest?.record.outbox).toEqual([{ ...leased, state: 'leased', leasedBy: 'node-1', leaseUntilMs: 9 }]);
  expect(newest?.event.type).toBe('runtime.leased');
});

test('a history whose beginning is past retention is downloaded from where it is kept', async () => {
  const kept: HistorySource = {
    ...source,
    page: async (before, limit) => (await source.page(before, limit)).filter(({ revision }) => revision > 20),
  };
  expect(readHistoryFile(await written(kept))).toMatchObject({ oldest: 21, newest: 25 });
});

describe('a wrong file is refused with what is wrong', () => {
  const refusal = (text: string) => {
    try {
      readHistoryFile(text);
    } catch (error) {
      return error instanceof HistoryFileError ? error.message : String(error);
    }
    return 'was read';
  };

  test('when it is no history at all', () => {
    expect(refusal('<html>')).toStartWith('This file is not valid JSON, or is incomplete: ');
    expect(refusal('[]')).toStartWith("This JSON file is not an actor's history.");
    expect(refusal('null')).toStartWith("This JSON file is not an actor's history.");
    expect(refusal('{"format":"coxswain-history","formatVersion":2}')).toBe('This history has format 2; this page reads format 1.');
  });

  test('when a part of it is not what it should be', async () => {
    expect(await broken((file) => file.entries.splice(0))).toBe('This history is empty: "entries" has no items.');
    expect(await broken((file) => file.entries.push(file.entries[0]))).toBe('Revision 25 appears twice.');
    expect(await broken((file) => (file.entries[3].record.id = 'lamp/2'))).toBe(
      'entries[3].record.id is not the id of the actor to which the file belongs.',
    );
    expect(await broken((file) => (file.entries[3].record.outbox = [7]))).toBe('entries[3].record.outbox[0] is 7; expected an object.');
    expect(await broken((file) => (file.entries[0].atMs = '1'))).toBe('entries[0].atMs is "1"; expected a whole number.');
    expect(await broken((file) => delete file.entries[0].to)).toStartWith('entries[0].to is not a state');
    expect(await broken((file) => (file.entries[0].cause = { kind: 'ghost' }))).toStartWith(
      'entries[0].cause.kind is "ghost"; expected one of',
    );
  });

  test('when its chart could not be drawn', async () => {
    const states = (count: number) => Array.from({ length: count }, (_, i) => state(`s${i}`, 's0'));
    expect(await broken((file) => (file.type.chart.states = states(301)))).toBe(
      'type.chart.states has 301 items; at most 300 are accepted.',
    );
    expect(await broken((file) => (file.type.chart.states[0].parent = 'on'))).toBe(
      'type.chart.states[0].parent is not one of the states before it.',
    );
    expect(await broken((file) => (file.type.chart.initial = 'blue'))).toBe('type.chart leads to "blue", which is not one of its states.');
    expect(await broken((file) => (file.units.tokens = [{ chainId: 1, address: 'a', symbol: 'b', decimals: 1e6 }]))).toContain('decimals');
  });

  test('but not for members that the views do not read, or for names that are special in JavaScript', async () => {
    expect(await broken((file) => (file.entries[0].more = { __proto__: null, constructor: 1 }))).toBe('was read');
    const text = (await written()).replace('"turns":25', '"__proto__":{"turns":"<img src=x>"}');
    expect(Object.keys(readHistoryFile(text).entries[0]?.record.snapshot.context ?? {})).toEqual(['__proto__']);
  });
});

test('effects that a revision requested are distinguished from earlier ones', () => {
  const entry = (key: string, name: string) => ({
    key,
    name,
    params: null,
    state: 'ready' as const,
    attempts: 0,
    nextAttemptAtMs: 0,
    leasedBy: null,
    leaseUntilMs: null,
    lastError: null,
  });
  const outbox = [entry('lamp/1/2/0', 'old'), entry('lamp/1/22/0', 'new'), entry('lamp/1/22/1@3', 'newer')];
  expect(effectsAsked(sampleEntry(22, { outbox }))).toEqual(['new', 'newer']);
});
