import * as v from 'valibot';
import type { BulkEvent } from '../../runtime/operator/bulk.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ActorFilter, BulkOptions } from './actor-operations.ts';
import type { NodeClient } from './node-client.ts';
import { readEvents } from './read-events.ts';

const counts = { seen: v.number(), done: v.number(), skipped: v.number(), failed: v.number() };
const eventSchema: v.GenericSchema<unknown, BulkEvent> = v.variant('kind', [
  v.object({ kind: v.literal('progress'), ...counts }),
  v.object({ kind: v.literal('failure'), id: v.string(), code: v.string(), message: v.string() }),
  v.object({
    kind: v.literal('end'),
    ...counts,
    isDryRun: v.boolean(),
    isStopped: v.boolean(),
    hasMore: v.boolean(),
    samples: v.array(v.object({ id: v.string(), what: v.string() })),
  }),
]);

/**
 * Runs an action for all matching actors on a node, and yields the events of the node's reply as they arrive. @throws RetryableError
 * `reply-broken-off` when the reply ends early
 */
export async function* nodeBulk(node: NodeClient, { act, filter, limit, isDryRun, reason }: BulkOptions): AsyncGenerator<BulkEvent> {
  const { kind, ...of } = act;
  const body = {
    act: kind,
    ...('event' in of ? { event: of.event } : {}),
    ...('beforeMs' in of ? { before: of.beforeMs } : {}),
    filter: filterOf(filter),
    dryRun: isDryRun,
    all: Object.keys(filter).length === 0,
    ...(limit === undefined ? {} : { limit }),
    ...(reason === null ? {} : { reason }),
  };
  for await (const { event: name, data } of readEvents(await node.stream('/bulk', body))) {
    if (name === 'error') break;
    const event = v.parse(eventSchema, { kind: name, ...v.parse(v.looseObject({}), JSON.parse(data)) });
    yield event;
    if (event.kind === 'end') return;
  }
  const message =
    `${node.url} ended the connection before all actors were processed. Completed actions remain: use --dry-run to see the ` +
    'remaining actors.';
  throw new RetryableError({ code: 'reply-broken-off', message });
}

function filterOf({ statuses, isOverdue, isBlocked, keys, ...filter }: ActorFilter): object {
  return {
    ...filter,
    ...keys,
    ...(statuses === undefined ? {} : { status: statuses.join(',') }),
    ...(isOverdue === true ? { overdue: true } : {}),
    ...(isBlocked === true ? { held: true } : {}),
  };
}
