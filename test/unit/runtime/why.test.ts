import { describe, expect, test } from 'bun:test';
import type { AnyActorDefinition } from '../../../src/runtime/define/definition.ts';
import { whyOf } from '../../../src/runtime/operator/why.ts';
import type { ActorRecord, OutboxEntry } from '../../../src/runtime/record/record.ts';
import { definitions, recordedActors, recordOf } from '../../support/recorded-actors.ts';

const NOW = Date.UTC(2026, 10, 28, 14, 5);
const MINUTE_MS = 60_000;

function definitionOf(type: string): AnyActorDefinition {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`There is no "${type}"`);
  return definition;
}

const { inspection: _inspection, ...silent } = definitionOf('dca-position');
const sample = recordedActors().find(({ type, snapshot }) => type === 'dca-position' && snapshot.value === 'success');
if (sample === undefined) throw new Error('There is no recording of a waiting position');
const waiting = sample;

function entry(more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    key: 'dca-position/k/1/0',
    name: 'joinBatch',
    params: null,
    state: 'ready',
    attempts: 0,
    nextAttemptAtMs: NOW + MINUTE_MS,
    leasedBy: null,
    leaseUntilMs: null,
    lastError: null,
    ...more,
  };
}

/** Explains why an actor waits. Unless the test passes another definition, the actor's definition adds no explanation of its own. */
function why(more: Partial<ActorRecord> = {}, options: { definition?: AnyActorDefinition; isPaused?: boolean } = {}) {
  const pause =
    options.isPaused === true ? { type: 'dca-position', by: 'ada', reason: 'the vault is replaced', atMs: NOW - MINUTE_MS } : null;
  const definition = options.definition ?? silent;
  return whyOf({ record: { ...waiting, ...more }, definition, nowMs: NOW, pause, tickEveryMs: MINUTE_MS, facts: null });
}

const failed = { code: 'rpc-unavailable', message: 'No endpoint answered.', atMs: NOW - 5_000 };

describe('what an actor waits for, as far as the runtime knows', () => {
  test('a quarantined one says since when, why, and what an operator can do', () => {
    const health = { state: 'quarantined', failures: 8, sinceMs: NOW - 3 * MINUTE_MS, untilMs: null, lastError: failed } as const;
    const { code, tone, sentence, details, nextAtMs } = why({ health, dueAtMs: NOW, wakeAtMs: null });
    expect([code, tone]).toEqual(['quarantined', 'bad']);
    expect(sentence).toContain('14:02 UTC (3 minutes ago)');
    expect(sentence).toContain('rpc-unavailable: No endpoint answered.');
    expect(details[0]).toContain('Release the actor');
    expect(nextAtMs).toBeNull();
  });

  test('a finished one has nothing that comes next', () => {
    const done = why({ snapshot: { ...waiting.snapshot, status: 'done' } });
    expect(done).toMatchObject({ code: 'finished', nextAtMs: null, next: [] });
  });

  test('one of a paused type says who paused it and why, and is not looked at', () => {
    const paused = why({ dueAtMs: NOW, wakeAtMs: NOW }, { isPaused: true });
    expect(paused).toMatchObject({ code: 'type-paused', nextAtMs: null });
    expect(paused.sentence).toContain('by ada: the vault is replaced');
  });

  test('one that pauses after failures says until when', () => {
    const health = { state: 'backing-off', failures: 2, sinceMs: NOW, untilMs: NOW + 4 * MINUTE_MS, lastError: failed } as const;
    const { code, sentence } = why({ health });
    expect(code).toBe('backing-off');
    expect(sentence).toContain('14:09 UTC (in 4 minutes)');
  });

  test('an effect that failed says which attempt comes when, and what went wrong', () => {
    const { code, sentence } = why({ outbox: [entry({ attempts: 2, lastError: failed })], wakeAtMs: NOW + MINUTE_MS });
    expect(code).toBe('effect-waiting');
    expect(sentence).toBe(
      'The effect "joinBatch" is tried again at 14:06 UTC (in 1 minute), attempt 3 of 8. The last attempt failed: rpc-unavailable: No endpoint answered.',
    );
  });

  test('an effect that runs says where and until when', () => {
    const running = entry({ state: 'leased', attempts: 1, leasedBy: 'node-a', leaseUntilMs: NOW + 2 * MINUTE_MS });
    const { code, sentence } = why({ outbox: [running] });
    expect(code).toBe('effect-running');
    expect(sentence).toContain('running on node-a, attempt 1 of 8');
  });

  test('an unknown outcome comes before everything else in the outbox', () => {
    const unknown = entry({ key: 'other', state: 'indeterminate', attempts: 1, lastError: failed });
    const { code, details } = why({ outbox: [entry({ attempts: 1, lastError: failed }), unknown] });
    expect(code).toBe('effect-unknown');
    expect(details.some((line) => line.includes('tried again'))).toBe(true);
  });

  test('an expired lease means an unknown outcome', () => {
    const stale = entry({ state: 'leased', attempts: 1, leasedBy: 'node-a', leaseUntilMs: NOW - MINUTE_MS });
    expect(why({ outbox: [stale] })).toMatchObject({ code: 'effect-unknown' });
  });

  test('what should have been looked at minutes ago is overdue, and its own word comes after that', () => {
    const late = why({ dueAtMs: NOW - 7 * MINUTE_MS, wakeAtMs: NOW - 7 * MINUTE_MS }, { definition: definitionOf('dca-position') });
    expect(late.code).toBe('overdue');
    expect(late.sentence).toContain('7 minutes ago');
    expect(late.details[0]).toContain('belongs to a position in the vault');
  });

  test('one that is due at every tick is not overdue for that, and its next look is the next tick', () => {
    expect(why({ dueAtMs: 0, wakeAtMs: 0 })).toMatchObject({ code: 'due', nextAtMs: NOW + MINUTE_MS });
  });

  test('one that waits for a value says for which', () => {
    const idle = why({ triggers: [{ topic: 'price/1/0xa', op: 'at-most', value: 1800 }] });
    expect(idle).toMatchObject({ code: 'idle', nextAtMs: null });
    expect(idle.details).toContain('The actor is evaluated when price/1/0xa is at most 1800.');
  });

  test('one that watches for a value does not seem to sleep until its far date', () => {
    const dueAtMs = NOW + 46 * 24 * 60 * MINUTE_MS;
    const own = { ...silent, inspection: { why: () => ({ code: 'mine', sentence: 'I wait.', details: [] }) } };
    const watching = why(
      { dueAtMs, wakeAtMs: dueAtMs, triggers: [{ topic: 'price/1/0xa', op: 'at-most', value: 1800 }] },
      { definition: own },
    );
    expect(watching.details[0]).toStartWith(
      'The actor is evaluated when a value that it waits for is reached, and at the latest at the first regular check from ',
    );
    expect(why({ dueAtMs, wakeAtMs: dueAtMs }, { definition: own }).details[0]).toStartWith(
      'The actor is evaluated next at the first regular check from ',
    );
  });

  test("an actor's own word is the sentence while nothing stands in its way", () => {
    const word = { code: 'mine', sentence: 'I wait.', details: ['For rain.'] };
    expect(why({}, { definition: { ...silent, inspection: { why: () => word } } })).toMatchObject({ ...word, tone: 'calm' });
    expect(why({}, { definition: { ...silent, inspection: { why: () => ({ ...word, tone: 'bad' }) } } }).tone).toBe('bad');
  });

  test('an actor whose own word throws is explained without it, and says so', () => {
    const broken = why(
      {},
      {
        definition: {
          ...silent,
          inspection: {
            why: () => {
              throw new Error('no such token');
            },
          },
        },
      },
    );
    expect(broken.code).toBe('idle');
    expect(broken.details).toContain('Explaining what an actor of this type waits for failed: no such token');
  });

  test('a state that the machine does not have is told, not thrown', () => {
    const unreadable = why({ snapshot: { ...waiting.snapshot, value: 'gone' } });
    expect(unreadable.details.join(' ')).toContain("This program cannot read the actor's state");
    const newer = why({ version: 99 });
    expect(newer.details.join(' ')).toContain('version 99 is newer');
  });
});

test('what may come next are the transitions of the state, of those around it and of the machine, less what does nothing', () => {
  const { next } = why({ snapshot: { ...waiting.snapshot, value: { active: 'planning' } } });
  expect(next[0]).toEqual({ event: 'ORDER_PLANNED', from: 'inside', targets: ['active.joining'], guard: 'isThisOrder' });
  expect(next).toContainEqual({ event: 'TICK', from: 'inside', targets: ['success'], guard: 'orderHasRun' });
  expect(next).toContainEqual({ event: 'CLAIM', from: 'outside', targets: [], guard: 'claimsSomething' });
  expect(next.filter(({ event, targets, guard }) => event === 'TICK' && targets.length === 0 && guard === null)).toEqual([]);
});

test('an event that an inner state always takes is not offered by the states around it', () => {
  const [trade] = recordedActors().filter(({ type }) => type === 'trade');
  if (trade === undefined) throw new Error('There is no recording of a trade');
  const record = recordOf('trade', 1, { ...trade, atMs: NOW, snapshot: { ...trade.snapshot, value: 'success' } });
  const { next } = whyOf({ record, definition: definitionOf('trade'), nowMs: NOW, pause: null, tickEveryMs: MINUTE_MS, facts: null });
  expect(next.map(({ event }) => event)).toEqual(['SET_HASH', 'DOUBTED', 'DOUBTED', 'DOUBTED', 'RESTORED', 'CLAIMED']);
});

test('every recorded revision of every actor has a sentence of its own, and nothing in it is left open', () => {
  const open = /undefined|NaN|\bnull\b|Invalid|\[object/;
  const codes = new Map<string, Set<string>>();
  for (const record of recordedActors()) {
    const definition = definitionOf(record.type);
    const told = whyOf({ record, definition, nowMs: record.updatedAtMs + 1_000, pause: null, tickEveryMs: MINUTE_MS, facts: null });
    expect(`${record.type} ${record.revision}: ${told.sentence}`).toMatch(/[.?]$/);
    for (const line of [told.sentence, ...told.details]) {
      expect(line).not.toMatch(open);
      expect(line).not.toContain('Explaining what an actor');
      expect(line).not.toContain('cannot be read');
    }
    codes.set(record.type, (codes.get(record.type) ?? new Set()).add(told.code));
  }
  expect([...codes.keys()].sort()).toEqual([...definitions.keys()].sort());
  for (const [type, said] of codes)
    expect([type, said.has('idle') && !['transaction-sender', 'dca-batch', 'trade-batch'].includes(type)]).toEqual([type, false]);
});
