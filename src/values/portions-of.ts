/** The items in portions of at most `atOnce`, for what takes only so many at a time. */
export function portionsOf<T>(items: readonly T[], atOnce: number): T[][] {
  const portions: T[][] = [];
  for (let start = 0; start < items.length; start += atOnce) portions.push(items.slice(start, start + atOnce));
  return portions;
}
