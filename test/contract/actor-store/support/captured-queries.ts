import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';

/** A query as the MongoDB client sent it to the server in a command. */
export type CapturedQuery = {
  readonly collection: string;
  readonly command: string;
  readonly filter: Document;
  readonly sort: readonly string[];
  readonly hint: readonly string[] | null;
  /** The fields by which a query for totals groups the actors; null for other queries. */
  readonly grouped: readonly string[] | null;
  /** The whole MongoDB command, which can be passed to `explain`. */
  readonly whole: Document;
};

/**
 * Records the queries that a MongoDB client sends while `work` runs, with `monitorCommands`. Inserts are omitted, because they read
 * nothing.
 */
export async function capturedQueries(client: MongoClient, work: () => Promise<unknown>): Promise<CapturedQuery[]> {
  const found: CapturedQuery[] = [];
  const listen = ({ commandName, command }: CommandStartedEvent) => found.push(...queriesOf(commandName, command));
  client.on('commandStarted', listen);
  try {
    await work();
  } finally {
    client.off('commandStarted', listen);
  }
  return found;
}

function queriesOf(name: string, command: Document): CapturedQuery[] {
  const { lsid: _session, $db: _db, readConcern: _concern, $clusterTime: _time, ...whole } = command;
  const collection = String(command[name]);
  const hint = command.hint === undefined ? null : fieldsOf(command.hint);
  const query = (filter: Document, sort: Document = {}) => ({
    collection,
    command: name,
    filter,
    sort: fieldsOf(sort),
    hint,
    grouped: null,
    whole,
  });
  if (name === 'find') return [query(command.filter, command.sort)];
  if (name === 'distinct') return [query(command.query ?? {}, { [command.key]: 1 })];
  if (name === 'update') return command.updates.map(({ q }: { q: Document }) => query(q));
  if (name === 'delete') return command.deletes.map(({ q }: { q: Document }) => query(q));
  if (name !== 'aggregate') return [];
  // A count with a maximum has an additional `$limit` stage, which is ignored here.
  const [match, group]: Document[] = command.pipeline.filter((stage: Document) => stage.$limit === undefined);
  if (match?.$group !== undefined) return [{ ...query({}), grouped: Object.keys(match.$group._id) }];
  if (match?.$match === undefined || group?.$group === undefined)
    throw new Error(`an aggregation of another kind: ${JSON.stringify(command.pipeline)}`);
  return [query(match.$match)];
}

/** The MongoDB driver passes sorts and hints as objects or as maps. */
function fieldsOf(keys: Document): string[] {
  return keys instanceof Map ? [...keys.keys()].map(String) : Object.keys(keys);
}
