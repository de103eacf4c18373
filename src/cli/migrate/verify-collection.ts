import type { CollectionSpec, RecordCollection, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { JsonObject } from '../../values/json.ts';
import { documentPages } from '../walk-pages.ts';
import type { DifferenceList } from './difference-list.ts';
import { documentContent, isExpired } from './document-content.ts';
import { createHashSum, createValueHash } from './hash-sum.ts';
import type { Compared } from './verify-actors.ts';

/**
 * Reads a collection completely in the source and the target store of a migration, compares each document's id and value, and finds
 * documents that exist only in the target.
 */
export async function verifyCollection(
  stores: { readonly source: RecordStore; readonly target: RecordStore; readonly spec: CollectionSpec; readonly clock: Clock },
  differences: DifferenceList,
): Promise<Compared> {
  const { spec, clock } = stores;
  const [source, target] = [stores.source.collection<JsonObject>(spec), stores.target.collection<JsonObject>(spec)];
  const nowMs = clock.now();
  const here = await readAll(source, spec, nowMs, async (page) => {
    const copies = new Map((await target.getMany(page.map(({ id }) => id))).map((copy) => [copy._id, documentContent(copy)]));
    for (const { id, content } of page) {
      if (copies.get(id) === content) continue;
      const how = copies.has(id) ? 'has different contents in the target' : 'is not in the target';
      differences.add(`document ${JSON.stringify(id)} of ${spec.name} ${how}: one of the stores changed during the copy`);
    }
  });
  const there = await readAll(target, spec, nowMs, async (page) => {
    const originals = new Set((await source.getMany(page.map(({ id }) => id))).map(({ _id }) => _id));
    for (const { id } of page) {
      if (!originals.has(id)) differences.add(`document ${JSON.stringify(id)} of ${spec.name} in the target is not in the source`);
    }
  });
  return { sourceCount: here.count, targetCount: there.count, sourceHash: here.hash, targetHash: there.hash };
}

type Content = { readonly id: string; readonly content: string };

async function readAll(
  collection: RecordCollection<JsonObject>,
  spec: CollectionSpec,
  nowMs: number,
  look: (page: readonly Content[]) => Promise<void>,
): Promise<{ count: number; hash: string }> {
  const sum = createHashSum();
  let count = 0;
  for await (const page of documentPages(collection)) {
    const contents = page
      .filter((document) => !isExpired(spec, document, nowMs))
      .map((document) => ({ id: document._id, content: documentContent(document) }));
    for (const { content } of contents) {
      const hash = createValueHash();
      hash.add(content);
      sum.add(hash.hex());
    }
    count += contents.length;
    await look(contents);
  }
  return { count, hash: sum.hex() };
}
