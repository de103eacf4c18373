import type { Intent, SlotName, Slots } from '../agent-service.ts';
import { INTENT_SLOTS } from '../intents/intent-slots.ts';

/** Returns the slots (values) that an action requires but the message does not contain. */
export function missingSlots(intent: Intent, slots: Slots): readonly SlotName[] {
  return INTENT_SLOTS[intent].needs.flatMap((need): readonly SlotName[] => {
    const names = typeof need === 'string' ? [need] : need;
    return names.some((name) => slots[name] !== undefined) ? [] : names.slice(0, 1);
  });
}

/**
 * Returns the slots (values) that the steps of a message require but the message does not fill. A step's missing amount may come from the
 * step before it.
 */
export function missingInSteps({ steps }: Slots): readonly SlotName[] {
  const lacking = (steps ?? []).flatMap(({ intent, slots, usesEarlier }) =>
    missingSlots(intent, slots).filter((name) => !(usesEarlier && name === 'amount')),
  );
  return [...new Set(lacking)];
}
