/**
 * Returns the name of a transition's guard, with its params when they are plain data, and with `and`, `or`, `not` around combined guards.
 * Null for a transition without a guard.
 */
export function guardName(guard: unknown): string | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') return functionName(guard);
  if (typeof guard !== 'object' || !('type' in guard)) return 'a guard';
  const params = 'params' in guard && typeof guard.params !== 'function' ? guard.params : undefined;
  return params === undefined ? String(guard.type) : `${String(guard.type)} ${JSON.stringify(params)}`;
}

/** XState's `and`, `or` and `not` are functions with these names and a `guards` property; `stateIn` has a `stateValue`. */
function functionName(guard: { readonly name: string }): string {
  if ('guards' in guard && Array.isArray(guard.guards)) return `${guard.name}(${guard.guards.map(guardName).join(', ')})`;
  if ('stateValue' in guard)
    return `${guard.name}(${typeof guard.stateValue === 'string' ? guard.stateValue : JSON.stringify(guard.stateValue)})`;
  return guard.name === '' ? 'a guard' : guard.name;
}
