import type { Json } from '../../../../values/json.ts';
import { isObject } from '../../../../values/json-diff/is-equal.ts';
import { outboxOfStored } from '../../../../values/lease-words.ts';
import type { ActorRecord, OutboxEntry, RecordedError, StateValue } from '../../data/actor-record.ts';
import { HistoryFileError, listAt, member, objectAt, oneOf, orNull, textAt, wholeAt } from './file-checks.ts';

const MOST_OUTBOX = 100_000;
/** Maximum nesting depth of states that is accepted; no machine of the service is nested this deeply. */
const DEEPEST_STATE = 20;

/** Reads an actor record from a history file and checks that every field that the views use has its declared type. */
export function readRecord(value: Json | undefined, path: string): ActorRecord {
  const record = objectAt(value, path);
  const at = (name: string) => `${path}.${name}`;
  const whole = (name: string) => wholeAt(member(record, name), at(name));
  const time = (name: string) => orNull(member(record, name), (ms) => wholeAt(ms, at(name)));
  const snapshot = objectAt(member(record, 'snapshot'), at('snapshot'));
  const keys = objectAt(member(record, 'keys'), at('keys'));
  const health = objectAt(member(record, 'health'), at('health'));
  const output = member(snapshot, 'output');
  // Files that earlier versions wrote have other names for the fields that state which node performs an effect, and until when.
  const outbox = outboxOfStored(member(record, 'outbox')) as Json | undefined;
  return {
    id: textAt(member(record, 'id'), at('id')),
    type: textAt(member(record, 'type'), at('type')),
    shard: whole('shard'),
    revision: whole('revision'),
    version: whole('version'),
    epoch: whole('epoch'),
    snapshot: {
      status: textAt(member(snapshot, 'status'), at('snapshot.status')),
      value: readState(member(snapshot, 'value'), at('snapshot.value')),
      context: objectAt(member(snapshot, 'context'), at('snapshot.context')),
      ...(output === undefined ? {} : { output }),
    },
    applied: listAt(member(record, 'applied'), at('applied'), 1_000).map((id, i) => textAt(id, `${at('applied')}[${i}]`)),
    dueAtMs: time('dueAtMs'),
    wakeAtMs: time('wakeAtMs'),
    outbox: listAt(outbox, at('outbox'), MOST_OUTBOX).map((entry, i) => readOutboxEntry(entry, `${at('outbox')}[${i}]`)),
    keys: {
      wallet: orNull(member(keys, 'wallet'), (wallet) => textAt(wallet, at('keys.wallet'))),
      chainId: orNull(member(keys, 'chainId'), (chainId) => wholeAt(chainId, at('keys.chainId'))),
      status: orNull(member(keys, 'status'), (status) => textAt(status, at('keys.status'))),
    },
    health: {
      state: oneOf(member(health, 'state'), at('health.state'), ['ok', 'backing-off', 'quarantined']),
      failures: wholeAt(member(health, 'failures'), at('health.failures')),
      sinceMs: orNull(member(health, 'sinceMs'), (ms) => wholeAt(ms, at('health.sinceMs'))),
      untilMs: orNull(member(health, 'untilMs'), (ms) => wholeAt(ms, at('health.untilMs'))),
      lastError: readError(member(health, 'lastError'), at('health.lastError')),
    },
    createdAtMs: whole('createdAtMs'),
    updatedAtMs: whole('updatedAtMs'),
  };
}

/** Reads the state of a machine: `"a"`, or `{"a": "b"}` for nested states. */
export function readState(value: Json | undefined, path: string, depth = 0): StateValue {
  if (typeof value === 'string') return value;
  if (!isObject(value) || depth >= DEEPEST_STATE) {
    throw new HistoryFileError(`${path} is not a state: expected a name, or an object of names and nested states.`);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readState(inner, path, depth + 1)]));
}

function readOutboxEntry(value: Json, path: string): OutboxEntry {
  const entry = objectAt(value, path);
  const at = (name: string) => `${path}.${name}`;
  return {
    key: textAt(member(entry, 'key'), at('key')),
    name: textAt(member(entry, 'name'), at('name')),
    params: member(entry, 'params') ?? null,
    state: oneOf(member(entry, 'state'), at('state'), ['ready', 'leased', 'indeterminate']),
    attempts: wholeAt(member(entry, 'attempts'), at('attempts')),
    nextAttemptAtMs: wholeAt(member(entry, 'nextAttemptAtMs'), at('nextAttemptAtMs')),
    leasedBy: orNull(member(entry, 'leasedBy'), (node) => textAt(node, at('leasedBy'))),
    leaseUntilMs: orNull(member(entry, 'leaseUntilMs'), (ms) => wholeAt(ms, at('leaseUntilMs'))),
    lastError: readError(member(entry, 'lastError'), at('lastError')),
  };
}

function readError(value: Json | undefined, path: string): RecordedError | null {
  return orNull(value, (given) => {
    const error = objectAt(given, path);
    return {
      code: textAt(member(error, 'code'), `${path}.code`),
      message: textAt(member(error, 'message'), `${path}.message`),
      atMs: wholeAt(member(error, 'atMs'), `${path}.atMs`),
    };
  });
}
