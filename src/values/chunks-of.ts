/** Splits items into chunks of at most `atOnce`, for calls that accept only a limited number. */
export function chunksOf<T>(items: readonly T[], atOnce: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += atOnce) chunks.push(items.slice(start, start + atOnce));
  return chunks;
}
