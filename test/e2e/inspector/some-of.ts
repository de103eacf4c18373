/**
 * In CI, which has ten minutes for everything, that many of the cases, others each time; elsewhere, and with INSPECTOR_CASES=all, all of them.
 * The names of the tests say which.
 */
export function someOf<Case>(cases: readonly Case[], count = 1): Case[] {
  if (process.env.CI === undefined || process.env.INSPECTOR_CASES === 'all') return [...cases];
  const start = Math.floor(Math.random() * cases.length);
  return [...cases, ...cases].slice(start, start + Math.min(count, cases.length));
}
