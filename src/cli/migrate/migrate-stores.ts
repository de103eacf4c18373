import { type CollectionSpec, type RecordStore, withoutForm } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { checkTarget } from './check-target.ts';
import { copyActors } from './copy-actors.ts';
import { copyCollection } from './copy-collection.ts';
import { createDifferenceList, type Differences } from './difference-list.ts';
import { type Compared, verifyActors } from './verify-actors.ts';
import { verifyCollection } from './verify-collection.ts';

/** A store with its two parts: actors and records. */
export type Store = { readonly actors: ActorStore; readonly records: RecordStore };

/** Progress of a migration phase: the number of items done, and the total that was counted at the start. */
export type MigrationProgress = {
  readonly phase: 'looking at' | 'copying' | 'verifying';
  readonly what: string;
  readonly done: number;
  readonly of: number;
};

export type MigrationSummary = {
  readonly actors: Compared & { readonly copied: number; readonly revisions: number };
  readonly collections: readonly (Compared & { readonly name: string; readonly copied: number })[];
  readonly differences: Differences;
  readonly isEqual: boolean;
};

/**
 * Copies the source store to the target store: every actor with its stored history, then every document. Afterwards it reads both stores
 * and compares them. The source is not changed, and nothing in the target is overwritten. No other state is stored, so a migration can be
 * killed at any moment and run again. Memory use does not depend on the number of actors. No other program should write to the two stores
 * meanwhile; the comparison reports such changes.
 * @throws TerminalError `migrate-source-empty`, `migrate-target-taken`, `migrate-history-missing`; errors of the stores
 */
export async function migrateStores(options: {
  readonly source: Store;
  readonly target: Store;
  readonly collections: readonly CollectionSpec[];
  readonly clock: Clock;
  readonly onProgress: (progress: MigrationProgress) => void;
}): Promise<MigrationSummary> {
  const { source, target, clock, onProgress } = options;
  // Documents are copied without a check of their schema, so that documents which a newer version of the program has written are copied
  // unchanged, too.
  const collections = options.collections.map(withoutForm);
  const of = (await source.actors.counts()).actors;
  if (of === 0) await refuseEmpty(source, collections);
  const present = (await target.actors.counts()).actors;
  await checkTarget(source.actors, target.actors, (done) =>
    onProgress({ phase: 'looking at', what: 'actors of the target', done, of: present }),
  );
  const actors = await copyActors(source.actors, target.actors, ({ seen }) =>
    onProgress({ phase: 'copying', what: 'actors', done: seen, of }),
  );

  const copies = new Map<string, { copied: number }>();
  for (const spec of collections) {
    const documents = await source.records.collection(spec).count({});
    const both = { source: source.records, target: target.records, spec, clock };
    const copied = await copyCollection(both, ({ seen }) => onProgress({ phase: 'copying', what: spec.name, done: seen, of: documents }));
    copies.set(spec.name, copied);
  }

  const differences = createDifferenceList();
  const compared = await verifyActors(source.actors, target.actors, differences, (done) =>
    onProgress({ phase: 'verifying', what: 'actors', done, of }),
  );
  const verified: MigrationSummary['collections'][number][] = [];
  for (const spec of collections) {
    const documents = await verifyCollection({ source: source.records, target: target.records, spec, clock }, differences);
    verified.push({ name: spec.name, copied: copies.get(spec.name)?.copied ?? 0, ...documents });
    onProgress({ phase: 'verifying', what: spec.name, done: documents.sourceCount, of: documents.sourceCount });
  }
  const all = [compared, ...verified];
  const isEqual =
    differences.all().count === 0 &&
    all.every(({ sourceCount, targetCount, sourceHash, targetHash }) => sourceCount === targetCount && sourceHash === targetHash);
  return {
    actors: { ...compared, copied: actors.copied, revisions: actors.revisions },
    collections: verified,
    differences: differences.all(),
    isEqual,
  };
}

/**
 * Refuses to migrate an empty source. A database with a mistyped name does not exist and looks empty, so that the migration would otherwise
 * report success without having copied anything.
 */
async function refuseEmpty({ records }: Store, collections: readonly CollectionSpec[]): Promise<void> {
  for (const spec of collections) if ((await records.collection(spec).count({})) > 0) return;
  throw new TerminalError({ code: 'migrate-source-empty', message: 'The source store is empty. Check its address.' });
}
