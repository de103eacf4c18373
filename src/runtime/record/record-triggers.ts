import type { ActorRecord, Trigger } from './record.ts';

/** Returns the record with the triggers `triggers` in place of its own. When the list is empty, the record has no `triggers` field. */
export function withTriggers(record: ActorRecord, triggers: readonly Trigger[]): ActorRecord {
  if (triggers.length > 0) return { ...record, triggers };
  if (record.triggers === undefined) return record;
  const { triggers: _gone, ...rest } = record;
  return rest;
}

/** Whether two lists contain the same triggers in the same order. */
export function sameTriggers(before: readonly Trigger[] | undefined, after: readonly Trigger[] | undefined): boolean {
  if (before === after) return true;
  if (before === undefined || after === undefined || before.length !== after.length) return false;
  return before.every((trigger, at) => isSameTrigger(trigger, after[at]));
}

/**
 * Computes which triggers a commit removes from the trigger index and which it adds. Each trigger is listed once; unchanged triggers are
 * left out.
 */
export function triggerChanges(
  before: readonly Trigger[] = [],
  after: readonly Trigger[] = [],
): { readonly removed: readonly Trigger[]; readonly added: readonly Trigger[] } {
  if (sameTriggers(before, after)) return UNCHANGED;
  return { removed: before.filter((trigger) => !isAmong(trigger, after)), added: after.filter((trigger) => !isAmong(trigger, before)) };
}

const UNCHANGED = Object.freeze({ removed: [], added: [] });

export function isAmong(trigger: Trigger, triggers: readonly Trigger[]): boolean {
  return triggers.some((other) => isSameTrigger(trigger, other));
}

function isSameTrigger(one: Trigger, other: Trigger | undefined): boolean {
  return one.value === other?.value && one.op === other.op && one.topic === other.topic;
}
