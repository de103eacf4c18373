import * as v from 'valibot';

/**
 * The reasons for which a suggestion chip (a button with a proposed message) is offered. Chips with an earlier reason in this list are more
 * useful to the wallet and are shown first.
 */
export const CHIP_KINDS = ['stopped-agent', 'late-position', 'allowance-at-risk', 'pending-trade', 'holding', 'start'] as const;

/**
 * A suggestion chip: a message that a client offers as a button. When the user presses the button, the client sends `message` to the chat.
 */
export const chipSchema = v.object({
  /**
   * Id of the suggested message (chip). It stays the same as long as the message is about the same object, such as the same agent or trade.
   */
  id: v.string(),
  kind: v.picklist(CHIP_KINDS),
  label: v.string(),
  message: v.string(),
  /** The intent of the suggested message, by the same names as the intents of chat answers (`data.understood.intent`). */
  intent: v.string(),
  /** A sentence for the user that says why the message is suggested. */
  reason: v.string(),
  chainId: v.nullable(v.number()),
});

export type Chip = v.InferOutput<typeof chipSchema>;

/**
 * Sorts suggested messages (chips) by the usefulness of their kinds, as listed in `CHIP_KINDS`. Messages of the same kind keep their order.
 */
export function byUse(chips: readonly Chip[]): readonly Chip[] {
  return chips.toSorted((a, b) => CHIP_KINDS.indexOf(a.kind) - CHIP_KINDS.indexOf(b.kind));
}
