import type { CollectionSpec, RecordCollection, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { JsonObject } from '../../values/json.ts';
import { documentPages } from '../walk-pages.ts';
import { documentContent, isExpired } from './document-content.ts';
import { targetTaken } from './target-taken.ts';

export type CollectionCopied = { readonly seen: number; readonly copied: number };

/**
 * Inserts the documents that are missing in the target. A document that exists in both stores must have the same content, because otherwise
 * it is unknown which of the two documents is right. @throws TerminalError `migrate-target-taken`
 */
export async function copyCollection(
  stores: { readonly source: RecordStore; readonly target: RecordStore; readonly spec: CollectionSpec; readonly clock: Clock },
  onProgress: (progress: CollectionCopied) => void,
): Promise<CollectionCopied> {
  const { spec, clock } = stores;
  const target = stores.target.collection<JsonObject>(spec);
  let seen = 0;
  let copied = 0;
  for await (const page of documentPages(stores.source.collection<JsonObject>(spec))) {
    const living = page.filter((document) => !isExpired(spec, document, clock.now()));
    const present = new Map((await target.getMany(living.map(({ _id }) => _id))).map((document) => [document._id, document]));
    const missing: Stored<JsonObject>[] = [];
    for (const document of living) {
      const other = present.get(document._id);
      if (other === undefined) missing.push(document);
      else if (documentContent(other) !== documentContent(document))
        throw taken(spec, document._id, 'differs from the same document in the source');
    }
    if (missing.length > 0) {
      const inserted = await target.insertMany(missing.map((document) => ({ id: document._id, value: document })));
      if (inserted < missing.length) await checkEach(target, spec, missing);
    }
    seen += page.length;
    copied += missing.length;
    onProgress({ seen, copied });
  }
  return { seen, copied };
}

/**
 * Inserts the documents one by one, after a bulk insert has written fewer documents than it was given because some already existed. An
 * existing document with the same content is accepted, because a second migration may have written it. Different content is reported as an
 * error.
 */
async function checkEach(
  target: RecordCollection<JsonObject>,
  spec: CollectionSpec,
  documents: readonly Stored<JsonObject>[],
): Promise<void> {
  for (const document of documents) {
    const result = await target.insert(document._id, document);
    if (result.inserted || documentContent(result.exists) === documentContent(document)) continue;
    const holder = result.exists._id;
    throw holder === document._id
      ? taken(spec, holder, 'differs from the same document in the source')
      : taken(spec, holder, `has the same unique key as another document of the source, ${JSON.stringify(document._id)}`);
  }
}

function taken({ name }: CollectionSpec, id: string, how: string): Error {
  return targetTaken(`Document ${JSON.stringify(id)} of ${name}`, how);
}
