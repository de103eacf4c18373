import type { Trigger } from './record.ts';

/**
 * Whether at least one of the triggers is fulfilled at certain values of topics (watched values, such as prices). Bounds are inclusive. A
 * trigger on a topic without a value is never fulfilled.
 */
export function anyTriggerHolds(triggers: readonly Trigger[] | undefined, values: ReadonlyMap<string, number>): boolean {
  if (triggers === undefined) return false;
  return triggers.some((trigger) => triggerHolds(trigger, values.get(trigger.topic)));
}

function triggerHolds({ op, value: bound }: Trigger, value: number | undefined): boolean {
  if (value === undefined) return false;
  return op === 'at-least' ? value >= bound : value <= bound;
}
