import { readdirSync, readFileSync } from 'node:fs';
import { actorDefinitions } from '../../src/app/registry.ts';
import type { AnyActorDefinition } from '../../src/runtime/define/definition.ts';
import { actorWithoutEffects, type ImplementedActor } from '../../src/runtime/define/implement-actor.ts';
import { type ActorRecord, HEALTHY, type PersistedSnapshot } from '../../src/runtime/record/record.ts';
import { liftSnapshot } from '../../src/runtime/step/hydrate.ts';

type Recorded = { readonly revision: number; readonly atMs: number; readonly snapshot: PersistedSnapshot };

const folder = new URL('../history/recorded/', import.meta.url);

export const definitions: ReadonlyMap<string, AnyActorDefinition> = new Map(
  actorDefinitions.map((definition): readonly [string, AnyActorDefinition] => [
    definition.type,
    (actorWithoutEffects(definition) satisfies ImplementedActor).definition,
  ]),
);

/** Returns every recorded revision of every actor type, migrated to the current version of its definition. */
export function recordedActors(): readonly ActorRecord[] {
  return readdirSync(folder).flatMap((file) => {
    const [, type = '', version = ''] = /^(.+)\.v(\d+)\.ndjson$/.exec(file) ?? [];
    const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    return lines.map((line) => {
      const record = recordOf(type, Number(version), JSON.parse(line) as Recorded);
      const definition = definitions.get(type);
      return definition === undefined ? record : { ...record, version: definition.version, snapshot: liftSnapshot(definition, record) };
    });
  });
}

/** Builds the record of a healthy actor with the given snapshot and an empty outbox. */
export function recordOf(type: string, version: number, { revision, atMs, snapshot }: Recorded): ActorRecord {
  return {
    id: `${type}/k`,
    type,
    shard: 0,
    revision,
    version,
    epoch: 0,
    snapshot,
    applied: [],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: { wallet: null, chainId: null, status: null },
    health: HEALTHY,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
}
