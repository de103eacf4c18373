/** Names one attempt at one order: `<record>/<order>/<attempt>-<UTC ms at which it began>`. */
export function itemKeyOf(attempt: {
  readonly recordId: string;
  readonly orderIndex: number;
  readonly attempts: number;
  readonly atMs: number;
}): string {
  const { recordId, orderIndex, attempts, atMs } = attempt;
  return `${recordId}/${orderIndex}/${attempts}-${atMs}`;
}

/** When an attempt began, UTC ms; null where its key does not say. */
export function beganAtMs(itemKey: string): number | null {
  const [, text] = /-([0-9]{1,15})$/.exec(itemKey) ?? [];
  return text === undefined ? null : Number(text);
}
