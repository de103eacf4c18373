import * as v from 'valibot';

/** Why a chip is offered. Earlier kinds are of more use to the wallet, and stand first. */
export const CHIP_KINDS = ['stopped-agent', 'late-position', 'allowance-at-risk', 'pending-trade', 'holding', 'start'] as const;

/** A message that a client offers as a button. Sending `message` to the chat asks for it. */
export const chipSchema = v.object({
  /** Stays the same as long as the chip is about the same thing. */
  id: v.string(),
  kind: v.picklist(CHIP_KINDS),
  label: v.string(),
  message: v.string(),
  /** What the message asks for, as `data.understood.intent`. */
  intent: v.string(),
  /** Why it is offered, in a sentence. */
  reason: v.string(),
  chainId: v.nullable(v.number()),
});

export type Chip = v.InferOutput<typeof chipSchema>;

/** Sorts chips by their use; those of one kind keep their order. */
export function byUse(chips: readonly Chip[]): readonly Chip[] {
  return chips.toSorted((a, b) => CHIP_KINDS.indexOf(a.kind) - CHIP_KINDS.indexOf(b.kind));
}
