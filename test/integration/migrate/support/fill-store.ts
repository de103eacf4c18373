import { collections } from '../../../../src/app/registry.ts';
import type { Store } from '../../../../src/cli/migrate/migrate-stores.ts';
import type { ActorRecord, OutboxEntry, Trigger } from '../../../../src/runtime/record/record.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { change, createAll, firstRecord, type Held, heldAfter } from '../../../contract/actor-store/support/sample-records.ts';
import { hasAllCases, someOf } from '../../../support/which-cases.ts';

/** The value that the tests pass to the trigger query. Some triggers of the sample actors fire at this value, others do not. */
export const TRIGGERED_AT = 30;

/**
 * Indexes of those collections that get more documents than one page: two in the usual test run, chosen by the seed, and every fifth in the
 * nightly run.
 */
const large: ReadonlySet<number> = new Set(
  hasAllCases
    ? collections.map((_, at) => at).filter((at) => at % 5 === 0)
    : someOf(
        collections.map((_, at) => at),
        2,
      ),
);

/**
 * Number of documents that the collection at this index in the list gets. Most collections get few documents, because each is written and
 * compared in up to four stores.
 */
export function documentsAt(at: number): number {
  if (large.has(at)) return 450;
  return hasAllCases ? 45 : 6;
}

/** Fills a store with actors of several kinds with one to `revisions` revisions each, and with documents in every collection. */
export async function fillStore({ actors, records }: Store, options: { actors: number; revisions: number }): Promise<readonly string[]> {
  const firsts = Array.from({ length: options.actors }, (_, n) => sampleActor(n));
  let held = await createAll(actors, firsts);
  for (let revision = 2; held.length > 0 && revision <= options.revisions; revision++) {
    held = held.filter((_, at) => (at * 7) % options.revisions < options.revisions - 1 || at === 0);
    const commits = held.map((one, at) => change(one, sampleChange(one, at, revision)));
    const results = await actors.commit(commits);
    held = commits.map((commit, at) => heldAfter(commit, results[at]));
  }
  for (const [at, spec] of collections.entries()) {
    const fields = [...(spec.unique ?? []), ...(spec.indexes ?? [])].flat();
    const rows = Array.from({ length: documentsAt(at) }, (_, n) => ({ id: `${spec.name}/${n}`, value: sampleDocument(fields, n) }));
    await records.collection<JsonObject>(spec).insertMany(rows);
  }
  return firsts.map(({ id }) => id);
}

function sampleActor(n: number): ActorRecord {
  const id = `${n % 3 === 0 ? 'vault' : 'position'}/${n % 50 === 7 ? '\ud800é' : ''}${n}`;
  const context = JSON.parse(`{"__proto__":{"n":${n}},"half":"\\ud83d","list":[1,{"two":null}],"zero":0}`);
  return firstRecord(id, {
    snapshot: { status: 'active', value: { open: 'waiting' }, context },
    keys: { wallet: `0x${n % 5}`, chainId: n % 2 === 0 ? 56 : null, status: 'active' },
    dueAtMs: n,
    wakeAtMs: n % 4 === 0 ? null : n,
    ...(n % 3 === 2 ? {} : { triggers: sampleTriggers(n) }),
    // Many actors get the same creation time, so that different stores may list them in different orders.
    createdAtMs: 1_000 + (n % 10),
  });
}

function sampleTriggers(n: number): readonly Trigger[] {
  return [
    { topic: `price/${n % 7 === 0 ? '\ud800' : n % 4}`, op: n % 2 === 0 ? 'at-least' : 'at-most', value: (n % 60) + 0.5 },
    { topic: 'all', op: 'at-most', value: -n },
  ];
}

function sampleChange({ record }: Held, at: number, revision: number): Partial<ActorRecord> {
  const entry: OutboxEntry = {
    key: `${record.id}/${revision}/0`,
    name: 'pay',
    params: { amount: '1' },
    state: 'ready',
    attempts: 0,
    nextAttemptAtMs: revision,
    leasedBy: null,
    leaseUntilMs: null,
    lastError: null,
  };
  const kinds: Partial<ActorRecord>[] = [
    {},
    { outbox: [entry], wakeAtMs: revision },
    { triggers: sampleTriggers(at * revision) },
    { outbox: [], keys: { ...record.keys, status: `s${revision % 3}` } },
    // A step that only takes a lease: it applies no event and does not change the state.
    { applied: record.applied, snapshot: record.snapshot },
    { snapshot: { ...record.snapshot, value: revision % 2 === 0 ? 'even' : { odd: 'deep' } }, epoch: record.epoch + 1 },
  ];
  return kinds[(at + revision) % kinds.length] ?? {};
}

function sampleDocument(fields: readonly string[], n: number): JsonObject {
  const values = Object.fromEntries(fields.map((field) => [field, n % 2 === 0 ? n : `${field} ${n}`]));
  return { ...values, ...JSON.parse('{"__proto__":{"a":1},"half":"\\udfff","deep":{"list":[null,1.5]}}'), n };
}
