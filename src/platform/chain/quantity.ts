/** Parses a number from a node: a hex string, a decimal string or a JSON number; null when the value is missing or not a number. */
export function quantityOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  return typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value) ? BigInt(value) : null;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
