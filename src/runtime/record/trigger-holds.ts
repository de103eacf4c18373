import type { Trigger } from './record.ts';

/** Whether one of the triggers holds at these values. A topic without a value never holds; bounds are inclusive. */
export function anyTriggerHolds(triggers: readonly Trigger[] | undefined, values: ReadonlyMap<string, number>): boolean {
  if (triggers === undefined) return false;
  return triggers.some((trigger) => triggerHolds(trigger, values.get(trigger.topic)));
}

function triggerHolds({ op, value: bound }: Trigger, value: number | undefined): boolean {
  if (value === undefined) return false;
  return op === 'at-least' ? value >= bound : value <= bound;
}
