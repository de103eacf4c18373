/** Freezes a JSON value deeply. Parts that are already frozen are skipped. */
export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}
