import { expect, test } from 'bun:test';
import type { ActorOperations } from '../../../src/cli/operator/actor-operations.ts';
import type { NodeClient } from '../../../src/cli/operator/node-client.ts';
import { createNodeOperations } from '../../../src/cli/operator/node-operations.ts';
import { firstRecord, outboxEntry } from '../../contract/actor-store/support/sample-records.ts';

const id = 'vault/1';
const leased = outboxEntry({ state: 'leased', attempts: 1, leasedBy: 'node-1', leaseUntilMs: 5_000 });
const expected = firstRecord(id, { outbox: [leased] });
const { leasedBy: claimedBy, leaseUntilMs: claimUntilMs, ...others } = leased;
/**
 * Actor records as nodes return them: by the previous version, and by this version, which adds the earlier field names beside the new ones.
 */
const REPLIES = {
  'the version before': { ...expected, outbox: [{ ...others, state: 'claimed', claimedBy, claimUntilMs }] },
  'this version': { ...expected, outbox: [{ ...leased, claimedBy, claimUntilMs }] },
};
const entry = { revision: 1, event: { id: 'e', type: 'X', payload: null }, cause: { kind: 'system' }, from: null, to: 'waiting', atMs: 1 };
const preview = { current: expected, revision: 1, isAllowed: true, why: null };

for (const [version, record] of Object.entries(REPLIES)) {
  test(`a lease in a reply of ${version} has one name`, async () => {
    const acted = { record, changed: true, accepted: true };
    const got: Readonly<Record<string, unknown>> = {
      [`/actors/${encodeURIComponent(id)}`]: record,
      [`/actors/${encodeURIComponent(id)}/history?limit=1`]: [{ ...entry, record }],
      [`/actors/${encodeURIComponent(id)}/history/1`]: { ...entry, record },
    };
    const node: NodeClient = {
      url: 'http://node',
      get: async (path) => got[path] ?? { actors: [record], cursor: null },
      page: async () => ({ data: [], cursor: null }),
      post: async (path, body) => {
        if (path.endsWith('/tick')) return acted;
        return body !== undefined && 'dryRun' in body ? { ...preview, current: record, record } : record;
      },
      patch: async () => record,
      stream: async () => lines([record]),
    };
    const actors = createNodeOperations(node);
    expect(await recordsOf(actors)).toEqual(Array.from({ length: 9 }, () => expected));
  });
}

async function* lines(records: readonly unknown[]): AsyncIterable<Uint8Array> {
  for (const record of records) yield new TextEncoder().encode(`${JSON.stringify(record)}\n`);
}

/** Calls every operation that returns an actor record, and returns the records. */
async function recordsOf(actors: ActorOperations): Promise<readonly unknown[]> {
  const [page, history, restored] = [
    await actors.list({ order: 'oldest', limit: 1 }),
    await actors.history(id, { limit: 1 }),
    await actors.previewRestore(id, 1, 1),
  ];
  const exported: unknown[] = [];
  for await (const some of actors.records(undefined)) exported.push(...some);
  return [
    ...[page.actors[0], history[0]?.record, restored.current, restored.record, ...exported],
    ...[await actors.show(id), await actors.at(id, 1), (await actors.tick(id)).record, await actors.release(id)],
  ];
}
