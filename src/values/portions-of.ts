/** Splits items into chunks of at most `atOnce`, for calls that accept only so many. */
export function portionsOf<T>(items: readonly T[], atOnce: number): T[][] {
  const portions: T[][] = [];
  for (let start = 0; start < items.length; start += atOnce) portions.push(items.slice(start, start + atOnce));
  return portions;
}
