import * as v from 'valibot';
import type { Acted } from '../../runtime/operator/bulk-act.ts';
import type { ImportCheck } from '../../runtime/operator/import-actors.ts';
import type { RestorePoint } from '../../runtime/operator/restore-actor.ts';
import type { ActorRecord, HistoryEntry } from '../../runtime/record/record.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Why } from '../../values/inspection/why.ts';
import { outboxOfStored } from '../../values/lease-words.ts';
import type { ActorOperations, ActorPageQuery, ExplainedRestore } from './actor-operations.ts';
import { nodeTitles, titlesInParts } from './actor-titles.ts';
import { nodeBulk } from './node-bulk.ts';
import type { NodeClient } from './node-client.ts';
import { readLines } from './read-lines.ts';

/**
 * Schema of an actor record that a node returned. The node may run the previous version of the program, in whose records some fields have
 * other names. Only a few fields are checked, to recognize a server that is not a node of this program.
 */
const record = v.pipe(
  v.custom<ActorRecord>((value) => hasNames(value, ['id', 'revision', 'snapshot', 'outbox', 'health', 'keys'])),
  v.transform((read): ActorRecord => ({ ...read, outbox: outboxOfStored(read.outbox) as ActorRecord['outbox'] })),
);
const entry = v.pipe(
  v.custom<HistoryEntry>((value) => hasNames(value, ['revision', 'event', 'cause', 'record'])),
  v.transform((read): HistoryEntry => ({ ...read, record: v.parse(record, read.record) })),
);
const acted: v.GenericSchema<unknown, Acted> = v.object({ record, changed: v.boolean(), accepted: v.boolean() });
const preview = v.pipe(
  v.custom<Omit<ExplainedRestore, 'consequences'> & Partial<ExplainedRestore>>((value) =>
    hasNames(value, ['record', 'current', 'isAllowed', 'why']),
  ),
  v.transform(
    (read): ExplainedRestore => ({
      ...read,
      record: v.parse(v.nullable(record), read.record),
      current: v.parse(record, read.current),
      // A node that runs the previous version of the program does not return the consequences of a restore, so an empty list is used
      // instead.
      consequences: read.consequences ?? [],
    }),
  ),
);
const findings = v.array(v.custom<ImportCheck>((value) => hasNames(value, ['id', 'outcome', 'error'])));
const why = v.custom<Why>((value) => hasNames(value, ['code', 'sentence', 'details', 'nextAtMs', 'next']));
const page = v.object({ actors: v.array(record), cursor: v.nullable(v.string()) });

/** Number of actor records in one import request. */
const TOGETHER = 100;

/** The operations on actors through a running node. The node knows the operator's name from the token. */
export function createNodeOperations(node: NodeClient): ActorOperations {
  const at = (id: string) => `/actors/${encodeURIComponent(id)}`;
  return {
    description: `the node at ${node.url}`,
    list: async (query) => v.parse(page, await node.get(`/actors?${searchOf(query)}`)),
    show: (id) => orNull('actor-not-found', async () => v.parse(record, await node.get(at(id)))),
    why: (id) => orNull('actor-not-found', async () => v.parse(why, await node.get(`${at(id)}/why`))),
    titles: (ids) => titlesInParts(ids, (some) => nodeTitles(node, some)),
    async history(id, { beforeRevision, limit }) {
      const before = beforeRevision === undefined ? '' : `&before=${beforeRevision}`;
      return v.parse(v.array(entry), await node.get(`${at(id)}/history?limit=${limit}${before}`));
    },
    at: (id, revision) => orNull('revision-not-found', async () => v.parse(entry, await node.get(`${at(id)}/history/${revision}`)).record),
    restore: async (id, point, expectedRevision) =>
      v.parse(record, await node.post(`${at(id)}/restore`, { ...pointOf(point), expectedRevision })),
    previewRestore: async (id, point, expectedRevision) =>
      v.parse(preview, await node.post(`${at(id)}/restore`, { ...pointOf(point), expectedRevision, dryRun: true })),
    send: async (id, event) => v.parse(acted, await node.post(`${at(id)}/send`, { event })),
    tick: async (id) => v.parse(acted, await node.post(`${at(id)}/tick`)),
    release: async (id) => v.parse(record, await node.post(`${at(id)}/release`)),
    retry: async (id, key) => v.parse(record, await node.post(`${at(id)}/retry`, key === null ? {} : { key })),
    bulk: (request) => nodeBulk(node, request),
    async *records(type) {
      const search = type === undefined ? '' : `?${new URLSearchParams({ type })}`;
      let some: ActorRecord[] = [];
      for await (const line of readLines(await node.stream(`/snapshots${search}`))) {
        some.push(v.parse(record, JSON.parse(line)));
        if (some.length < TOGETHER) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
    },
    import: async (records, options) => v.parse(findings, await node.post('/snapshots/import', { records, ...options })),
  };
}

function searchOf({ statuses, keys, isOverdue, isBlocked, limit, ...rest }: ActorPageQuery): URLSearchParams {
  return new URLSearchParams({
    ...rest,
    ...Object.fromEntries(Object.entries(keys ?? {}).map(([name, value]) => [name, String(value)])),
    limit: String(limit),
    ...(statuses === undefined ? {} : { status: statuses.join(',') }),
    ...(isOverdue === true ? { overdue: '1' } : {}),
    ...(isBlocked === true ? { held: '1' } : {}),
  });
}

function pointOf(point: RestorePoint): object {
  return typeof point === 'number' ? { revision: point } : { before: point.beforeMs };
}

async function orNull<T>(code: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CoxswainError && error.code === code) return null;
    throw error;
  }
}

function hasNames(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => name in value);
}
