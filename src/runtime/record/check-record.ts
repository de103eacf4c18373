import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { keysProblem } from '../../values/index-keys.ts';
import { outboxOfStored } from '../../values/lease-words.ts';
import { shardOf } from '../../values/shard.ts';
import type { ActorRecord } from './record.ts';

/** Maximum number of characters of an actor's id. No id that this program creates is longer. */
const LONGEST_ID = 1_000;
const OUTBOX_STATES = ['ready', 'leased', 'indeterminate'];
const HEALTH_STATES = ['ok', 'backing-off', 'quarantined'];
const STATUSES = ['active', 'done', 'error', 'stopped'];

type Fields = { readonly [name: string]: unknown };
type Rule = readonly [expected: string, isRight: (value: unknown) => boolean];

const text: Rule = ['text', (value) => typeof value === 'string'];
const textOrNull: Rule = ['text or null', (value) => value === null || typeof value === 'string'];
const count: Rule = ['a whole number from 0', isCount];
const time: Rule = ['milliseconds', (value) => typeof value === 'number' && Number.isFinite(value)];
const timeOrNull: Rule = ['milliseconds or null', (value) => value === null || (typeof value === 'number' && Number.isFinite(value))];
const oneOf = (words: readonly string[]): Rule => [`one of ${words.join(', ')}`, (value) => words.some((word) => word === value)];
const errorOrNull: Rule = ['an error with code, message and atMs, or null', (value) => value === null || isError(value)];

const RECORD: Readonly<Record<string, Rule>> = {
  id: [`TYPE/KEY of at most ${LONGEST_ID} characters`, isId],
  revision: ['a whole number from 1', (value) => isCount(value) && value !== 0],
  version: ['a whole number from 1', (value) => isCount(value) && value !== 0],
  epoch: count,
  applied: ['a list of event ids', (value) => Array.isArray(value) && value.every((id) => typeof id === 'string')],
  dueAtMs: timeOrNull,
  wakeAtMs: timeOrNull,
  triggers: ['a list of triggers with topic, op and value', areTriggers],
  createdAtMs: time,
  updatedAtMs: time,
};
const SNAPSHOT: Readonly<Record<string, Rule>> = {
  status: oneOf(STATUSES),
  value: ['a state', isStateValue],
  context: ['an object', (value) => fieldsOf(value) !== null],
};
const HEALTH: Readonly<Record<string, Rule>> = {
  state: oneOf(HEALTH_STATES),
  failures: count,
  sinceMs: timeOrNull,
  untilMs: timeOrNull,
  lastError: errorOrNull,
};
const ENTRY: Readonly<Record<string, Rule>> = {
  key: text,
  name: text,
  params: ['JSON', (value) => value !== undefined],
  state: oneOf(OUTBOX_STATES),
  attempts: count,
  nextAttemptAtMs: time,
  leasedBy: textOrNull,
  leaseUntilMs: timeOrNull,
  lastError: errorOrNull,
};

/**
 * Validates the structure of an external record (from an export of any version, or a client). Whether a program can read the record's
 * snapshot depends on its definition. The type and the shard are derived from the id.
 * @throws InvalidInputError `invalid-record` with all problems
 */
export function checkRecord(value: unknown): ActorRecord {
  const problems: Problem[] = [];
  const judge = (inner: unknown, path: string, rules: Readonly<Record<string, Rule>>): void => {
    const fields = fieldsOf(inner);
    if (fields === null) problems.push({ path, code: 'invalid-value', message: 'Expected an object.' });
    else
      for (const [name, [expected, isRight]] of Object.entries(rules)) {
        const place = path === '' ? name : `${path}.${name}`;
        if (!isRight(fields[name])) problems.push({ path: place, code: 'invalid-value', message: `Expected ${expected}.` });
      }
  };
  const record = fieldsOf(value) ?? {};
  judge(value, '', RECORD);
  judge(record.snapshot, 'snapshot', SNAPSHOT);
  const keys = fieldsOf(record.keys);
  const wrongKeys = keys === null ? 'keys is not an object' : keysProblem(keys);
  if (wrongKeys !== null) problems.push({ path: 'keys', code: 'invalid-value', message: `${wrongKeys}.` });
  judge(record.health, 'health', HEALTH);
  const outbox = outboxOfStored(record.outbox);
  if (Array.isArray(outbox)) for (const [index, entry] of outbox.entries()) judge(entry, `outbox.${index}`, ENTRY);
  else problems.push({ path: 'outbox', code: 'invalid-value', message: 'Expected a list of effects.' });
  if (problems.length > 0) throw new InvalidInputError(problems, { code: 'invalid-record' });
  // The cast to `ActorRecord` is needed, because the compiler cannot recognize that the validation rules have checked every field.
  const checked = { ...record, outbox } as ActorRecord;
  return { ...checked, type: checked.id.slice(0, checked.id.indexOf('/')), shard: shardOf(checked.id) };
}

/** The validation rules for each part of a record, with the part's path. */
const PARTS = [
  ['', Object.entries({ ...RECORD, id: text, type: text, shard: count, version: count })],
  ['snapshot', Object.entries(SNAPSHOT)],
  ['health', Object.entries(HEALTH)],
] as const;
const ENTRY_RULES = Object.entries(ENTRY);

/** Returns the first structural fault of a stored record, or null. The function is called at every load of an actor. */
export function recordProblem(record: unknown): string | null {
  if (!isObject(record)) return 'the record is not an object';
  for (const [part, rules] of PARTS) {
    const problem = partProblem(part === '' ? record : record[part], part, rules);
    if (problem !== null) return problem;
  }
  const wrongKeys = isObject(record.keys) ? keysProblem(record.keys) : 'keys is not an object';
  if (wrongKeys !== null) return wrongKeys;
  if (!Array.isArray(record.outbox)) return 'outbox is not a list of effects';
  for (const [index, entry] of record.outbox.entries()) {
    const problem = partProblem(entry, `outbox.${index}`, ENTRY_RULES);
    if (problem !== null) return problem;
  }
  return null;
}

function partProblem(part: unknown, path: string, rules: readonly (readonly [string, Rule])[]): string | null {
  if (!isObject(part)) return `${path} is not an object`;
  for (const [name, [expected, isRight]] of rules) {
    if (!isRight(part[name])) return `${path === '' ? name : `${path}.${name}`} is not ${expected}`;
  }
  return null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_ID && /^[^/]+\/[\s\S]+$/.test(value);
}

function isStateValue(value: unknown): boolean {
  if (typeof value === 'string') return true;
  const fields = fieldsOf(value);
  return fields !== null && Object.values(fields).every(isStateValue);
}

/** Whether a value is a valid list of triggers. Undefined is valid, because a record without triggers has no `triggers` field. */
function areTriggers(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isTrigger));
}

function isTrigger(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null || typeof fields.topic !== 'string' || !Number.isFinite(fields.value)) return false;
  return fields.op === 'at-least' || fields.op === 'at-most';
}

function isError(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields !== null && typeof fields.code === 'string' && typeof fields.message === 'string' && typeof fields.atMs === 'number';
}
