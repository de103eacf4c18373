import { join } from 'node:path';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import type { ActorRecord, HistoryNote } from '../../../src/runtime/record/record.ts';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { recordedActors } from '../../support/recorded-actors.ts';

/** A script that sets a property of the page's window, so that the test detects whether it has run. */
const RUNS = 'window.hasRun=1;alert(1)';
/** A text with control characters that reverse the reading direction of the text after it, and of text beside it that is not isolated. */
export const TURNED = '\u202egpj.exe\u2066\u200f';

/** HTML and scripts that the page must show as plain text. */
export const MARKUP = [
  `<img src=x onerror="${RUNS}">`,
  `<script>${RUNS}</script>`,
  `</script><svg onload="${RUNS}">`,
  `"><iframe srcdoc="<script>parent.${RUNS}</script>">`,
  `javascript:${RUNS}`,
  `data:text/html,<script>${RUNS}</script>`,
  '<a href="https://away.example/">click</a><link rel=stylesheet href=https://away.example/x.css>',
  `{{constructor.constructor("${RUNS}")()}}`,
  TURNED,
  '\u0000\u0007\u001b[31m\ud800 Z̴̡̛͍͓a̶l̷g̸o',
] as const;

export const LONG = 5 * 1024 * 1024;
export const MANY = 10_000;
export const DEEP = 60;

const longText = '<b>long</b> '.repeat(Math.ceil(LONG / 12)).slice(0, LONG);
const manyKeys = (value: (index: number) => Json): JsonObject => ({
  // The objects are parsed from JSON, because `__proto__` in an object literal would set the prototype.
  ...(JSON.parse('{"__proto__":{"polluted":true},"constructor":"x","toString":1}') as JsonObject),
  ...Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`key ${index} <b>`, value(index)])),
});
const nested = (leaf: Json): Json => {
  let value = leaf;
  for (let depth = DEEP; depth > 0; depth -= 1) value = depth % 2 === 0 ? { [`level ${depth}`]: value } : [value];
  return value;
};

/** Names of context fields that contain text for people. The test replaces the values of these fields by malicious text. */
const WORDS = new Set(['reason', 'detail', 'message', 'symbol', 'substatus', 'aggregator']);

/** The previous and the new context of an actor with malicious data. */
type Hostile = { readonly id: string; readonly before: JsonObject; readonly after: JsonObject; readonly more?: Partial<ActorRecord> };

export const IDS = {
  markup: `trade/${MARKUP[0]}`,
  agent: 'autopilot-agent/hostile-words',
  position: 'dca-position/hostile-words',
  long: 'dca-position/long-text',
  many: 'dca-position/many-keys',
  deep: 'dca-position/deep',
  unknown: 'ghost-type/<b>unknown</b>',
} as const;

/** An ordinary actor, for comparison: showing an actor with malicious data must not cost much more. */
export const PLAIN_ID = 'dca-position/plain';

const markupMembers: JsonObject = Object.fromEntries(MARKUP.map((text, index) => [`${text} ${index}`, text]));

function hostileActors(nowMs: number): readonly Hostile[] {
  const [first, second] = [MARKUP[0], MARKUP[1]];
  const lastError = { code: first, message: MARKUP.join(' '), atMs: nowMs };
  const effect = { key: `${IDS.markup}/1/0`, name: second, params: { ...markupMembers }, state: 'ready', attempts: 3 } as const;
  return [
    {
      id: IDS.markup,
      before: {},
      after: { ...markupMembers },
      more: {
        keys: { wallet: first, chainId: 31337, status: second },
        health: { state: 'quarantined', failures: 5, sinceMs: nowMs, untilMs: null, lastError },
        outbox: [{ ...effect, nextAttemptAtMs: nowMs + 1e9, leasedBy: null, leaseUntilMs: null, lastError }],
      },
    },
    { id: IDS.agent, before: {}, after: { ...markupMembers } },
    { id: IDS.position, before: {}, after: { claims: { ...markupMembers } } },
    { id: IDS.long, before: { text: 'short' }, after: { text: longText, claims: { text: longText } } },
    { id: IDS.many, before: { many: manyKeys((index) => index) }, after: { many: manyKeys((index) => `<i>${index}</i>`) } },
    { id: IDS.deep, before: { deep: nested(1) }, after: { deep: nested(first), claims: { deep: nested(second) } } },
    { id: IDS.unknown, before: {}, after: { ...markupMembers } },
    { id: PLAIN_ID, before: {}, after: {} },
  ];
}

/** Writes the actors with malicious data into the store of a service that has not started yet. Nothing wakes these actors. */
export async function seedHostileActors(dataDir: string): Promise<void> {
  const nowMs = Date.now() - 60_000;
  const store = createSqliteStore({ path: join(dataDir, 'coxswain.db'), clock: systemClock });
  try {
    for (const hostile of hostileActors(nowMs)) {
      const first = recordOf(hostile, nowMs);
      const next: ActorRecord = {
        ...first,
        revision: 2,
        snapshot: { ...first.snapshot, context: { ...wordsTurned(first.snapshot.context), ...hostile.after } },
        updatedAtMs: nowMs + 1,
      };
      await write(null, first, { event: { id: 'seed', type: 'SEEDED', payload: null }, atMs: nowMs, cause: { kind: 'system' } });
      const cause = { kind: 'operator', by: MARKUP[0] } as const;
      await write(first, next, { event: { id: 'turn', type: MARKUP[1], payload: hostile.after }, atMs: nowMs + 1, cause });
    }
  } finally {
    await store.close();
  }

  async function write(previous: ActorRecord | null, next: ActorRecord, note: HistoryNote): Promise<void> {
    const found = previous === null ? null : (await store.actors.load([next.id]))[0];
    const [result] = await store.actors.commit([{ previous, next, note, handle: found?.handle ?? null }]);
    if (result !== 'won') throw new Error(`${next.id} could not be seeded`);
  }
}

function recordOf({ id, before, more }: Hostile, nowMs: number): ActorRecord {
  const type = id.slice(0, id.indexOf('/'));
  const recorded = recordedActors().filter((record) => record.type === (type === 'ghost-type' ? 'trade' : type));
  // The largest recorded actor of the type is the template, because the page shows more of it than of a small one.
  const template = recorded.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
  if (template === undefined) throw new Error(`No actor of type ${type} was recorded`);
  const context = { ...template.snapshot.context, ...before };
  const atMs = { createdAtMs: nowMs, updatedAtMs: nowMs };
  return { ...template, ...atMs, revision: 1, ...more, id, type, shard: shardOf(id), snapshot: { ...template.snapshot, context } };
}

function wordsTurned(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const turn = (member: unknown, name: string): unknown => {
    if (typeof member === 'string') return WORDS.has(name) ? MARKUP.join(' ') : member;
    if (Array.isArray(member)) return member.map((each) => turn(each, name));
    return typeof member === 'object' && member !== null ? wordsTurned(Object.fromEntries(Object.entries(member))) : member;
  };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, turn(member, name)]));
}
