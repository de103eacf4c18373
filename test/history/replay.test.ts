import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { actorDefinitions } from '../../src/app/registry.ts';
import { actorWithoutEffects } from '../../src/runtime/define/implement-actor.ts';
import { compileKeys } from '../../src/runtime/define/key-spec.ts';
import { HEALTHY, type PersistedSnapshot, type RecordedEvent } from '../../src/runtime/record/record.ts';
import { liftSnapshot } from '../../src/runtime/step/hydrate.ts';
import { createStepper } from '../../src/runtime/step/stepper.ts';
import { recordOf } from '../support/recorded-actors.ts';

// Tests that data stored by earlier versions of the program stays readable. While an actor definition still has the version with which a
// history was recorded, replaying the recorded events must lead to the same states and effects.
type RecordedRevision = {
  readonly revision: number;
  readonly event: RecordedEvent;
  readonly atMs: number;
  readonly snapshot: PersistedSnapshot;
  readonly effects: readonly { readonly key: string; readonly name: string; readonly params: unknown }[];
};

const folder = new URL('./recorded/', import.meta.url);
const recordings = readdirSync(folder).map((file) => {
  const [, type = '', version = ''] = /^(.+)\.v(\d+)\.ndjson$/.exec(file) ?? [];
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
  return { file, type, version: Number(version), revisions: lines.map((line): RecordedRevision => JSON.parse(line)) };
});

test('there is a recording of the present version of every definition', () => {
  const recorded = recordings.map(({ type, version }) => `${type} ${version}`);
  expect(recorded).toEqual(expect.arrayContaining(actorDefinitions.map(({ type, version }) => `${type} ${version}`)));
});

for (const { file, type, version, revisions } of recordings) {
  test(`${file}: every snapshot can still be read, shown and continued`, () => {
    const definition = definitionOf(type);
    const stepper = createStepper(definition.machine);
    for (const { snapshot, revision, atMs } of revisions) {
      const record = recordOf(type, version, { revision, snapshot, atMs });
      const restored = stepper.restore(liftSnapshot(definition, record)) as never;
      const { id } = record;
      definition.view(restored, { id, key: 'k', revision, createdAtMs: atMs, updatedAtMs: atMs, dueAtMs: null, health: HEALTHY });
      for (const { of } of compileKeys(definition.keys)) of(restored);
      const due = definition.due(restored);
      expect(due === null || Number.isFinite(due)).toBe(true);
    }
  });

  test(`${file}: the same events lead to the same states and effects`, () => {
    const definition = definitionOf(type);
    if (definition.version !== version) return;
    const stepper = createStepper(definition.machine);
    let stepped = 0;
    for (const [i, { event, atMs, snapshot, effects }] of revisions.entries()) {
      const before = revisions[i - 1];
      if (before === undefined) {
        const { input } = event.payload as { readonly input: unknown };
        expect(persistedOf(stepper.start(input).snapshot)).toEqual(snapshot);
        continue;
      }
      if (event.type.startsWith('runtime.')) {
        expect(snapshot).toEqual(before.snapshot);
        continue;
      }
      const { snapshot: after, actions } = stepper.step(stepper.restore(before.snapshot), {
        type: event.type,
        ...toObject(event.payload),
        at: atMs,
      } as never);
      expect(persistedOf(after), `${event.type} to revision ${i + 1}`).toEqual(snapshot);
      const known = new Set(before.effects.map(({ key }) => key));
      const asked = effects.filter(({ key }) => !known.has(key)).map(({ name }) => name);
      expect(actions.map((action) => action.type)).toEqual(asked);
      stepped += 1;
    }
    // The whole life of an alert has three steps: it fires, has its quote, and is told.
    expect(stepped).toBeGreaterThan(type === 'price-alert' ? 2 : 5);
  });
}

function definitionOf(type: string) {
  const found = actorDefinitions.find((definition) => definition.type === type);
  if (found === undefined) throw new Error(`There is no definition of ${type} any more: what becomes of its actors?`);
  return actorWithoutEffects(found).definition;
}

function persistedOf({ status, value, context }: { readonly status: string; readonly value: unknown; readonly context: unknown }): unknown {
  return JSON.parse(JSON.stringify({ status, value, context }));
}

function toObject(payload: unknown): object {
  return typeof payload === 'object' && payload !== null ? payload : {};
}
