/** Builds the key of one attempt at one order: `<record>/<order>/<attempt>-<UTC ms of its start>`. */
export function itemKeyOf(attempt: {
  readonly recordId: string;
  readonly orderIndex: number;
  readonly attempts: number;
  readonly atMs: number;
}): string {
  const { recordId, orderIndex, attempts, atMs } = attempt;
  return `${recordId}/${orderIndex}/${attempts}-${atMs}`;
}

/** Returns when an attempt at an order began (UTC ms), as stated in its item key; null when the key contains no time. */
export function beganAtMs(itemKey: string): number | null {
  const [, text] = /-([0-9]{1,15})$/.exec(itemKey) ?? [];
  return text === undefined ? null : Number(text);
}
