import { UsageError } from './usage-error.ts';

/**
 * Exactly these arguments, by name, in order.
 * @throws UsageError when one is missing or there are more
 * @example const { symbol, usd } = takeArguments(args, ['symbol', 'usd']);
 */
export function takeArguments<const Name extends string>(args: readonly string[], names: readonly Name[]): Readonly<Record<Name, string>> {
  const missing = names.slice(args.length);
  if (missing.length > 0) throw new UsageError(`it needs ${missing.map((name) => name.toUpperCase()).join(' and ')}`);
  const [extra] = args.slice(names.length);
  if (extra !== undefined) throw new UsageError(`it does not know what to do with "${extra}"`);
  const taken: Partial<Record<Name, string>> = {};
  for (const [index, name] of names.entries()) taken[name] = args[index] ?? '';
  // Every name was given its argument in the loop above.
  return taken as Record<Name, string>;
}
