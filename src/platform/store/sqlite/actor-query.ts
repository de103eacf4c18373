import type { ListFilter } from '../../../runtime/actor-store.ts';
import { healthNumber } from './health-number.ts';
import type { KnownNames } from './names.ts';
import { storedText } from './stored-text.ts';
import type { SqlValue } from './write-records.ts';

/** One SELECT's source and conditions. */
export type ActorStream = { readonly from: string; readonly where: string; readonly params: readonly SqlValue[] };

type Condition = readonly [sql: string, ...params: SqlValue[]];

const WAKING = 'heads h INDEXED BY heads_wake JOIN actors a ON a.key = h.key';

/**
 * What a filter reads, as streams that together give every match once. Each but those of an id prefix, of overdue actors and of a
 * wallet over all types comes in the order of creation from its index, without a sort. Filters beside the index's own are looked at
 * row by row: a chain alone, or a status beside a wallet.
 */
export function actorStreams(filter: ListFilter, names: KnownNames): readonly ActorStream[] {
  const { type, wallet, statuses, health, idPrefix, wakeBeforeMs } = filter;
  const types = [...names.types].filter(([name]) => type === undefined || name === storedText(type)).map(([, no]) => no);
  const statusNos = statuses?.flatMap((status) => names.statuses.get(storedText(status)) ?? []);
  if (types.length === 0 || statusNos?.length === 0) return [];
  const rest = restOf(filter);
  const inStatuses: Condition[] = statusNos === undefined ? [] : [[`a.status_no IN (${statusNos.join(', ')})`]];
  const inTypes: Condition[] = type === undefined ? [] : [[`a.type_no IN (${types.join(', ')})`]];

  if (wakeBeforeMs !== undefined) {
    return types.map((no) => stream(WAKING, [['h.type_no = ?', no], ['h.wake_at < ?', wakeBeforeMs], ...inStatuses, ...rest]));
  }
  if (idPrefix !== undefined && idPrefix !== '') return [stream('actors a INDEXED BY actors_id', [...inTypes, ...inStatuses, ...rest])];
  if (wallet !== undefined) return [stream('actors a INDEXED BY actors_wallet', [...inTypes, ...inStatuses, ...rest])];
  if (health !== undefined && health !== 'ok') {
    return [stream('actors a INDEXED BY actors_unhealthy', [['a.health <> 0'], ...inTypes, ...inStatuses, ...rest])];
  }
  if (statusNos !== undefined) {
    const pairs = types.flatMap((no) => [...new Set(statusNos)].map((status) => [no, status] as const));
    return pairs.map(([no, status]) =>
      stream('actors a INDEXED BY actors_status', [['a.type_no = ?', no], ['a.status_no = ?', status], ...rest]),
    );
  }
  return types.map((no) => stream('actors a INDEXED BY actors_type', [['a.type_no = ?', no], ...rest]));
}

/** Whether the counters alone answer it. */
export function isCounted({ wallet, chainId, idPrefix, wakeBeforeMs }: ListFilter): boolean {
  return wallet === undefined && chainId === undefined && idPrefix === undefined && wakeBeforeMs === undefined;
}

function restOf({ wallet, chainId, health, idPrefix }: ListFilter): Condition[] {
  const conditions: Condition[] = [];
  if (wallet !== undefined) conditions.push(['a.wallet = ?', storedText(wallet)]);
  if (chainId !== undefined) conditions.push(['a.chain_id = ?', chainId]);
  if (health !== undefined) conditions.push(['a.health = ?', healthNumber(health)]);
  if (idPrefix !== undefined && idPrefix !== '') {
    const prefix = storedText(idPrefix);
    // Above everything that begins with the prefix: no text holds a code point above the last one.
    conditions.push(['a.id >= ?', prefix], ['a.id < ?', `${prefix}\u{10ffff}\u{10ffff}`]);
  }
  return conditions;
}

function stream(from: string, conditions: readonly Condition[]): ActorStream {
  return {
    from,
    where: conditions.map(([sql]) => sql).join(' AND ') || '1',
    params: conditions.flatMap(([, ...params]) => params),
  };
}
