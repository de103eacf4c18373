/**
 * Maximum number of checked inputs that one route caches. Chains and contracts are fewer than this, while ids of records change all the
 * time.
 */
const MOST = 256;

/**
 * Caches the checked input of a route that has only one path parameter, by the text of that parameter. The same text always results in the
 * same input, and checking it again takes a twentieth of the time of a short request. Rejected input is not cached.
 */
export type KnownInputs<Input> = {
  find(params: unknown): Input | undefined;
  remember(params: unknown, input: Input): void;
};

/**
 * Creates the cache of a route's checked inputs.
 * @param name the path parameter's name
 */
export function createKnownInputs<Input extends object>(name: string): KnownInputs<Input> {
  const known = new Map<string, Input>();
  const textOf = (params: unknown): string => {
    const text: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
    return typeof text === 'string' ? text : '';
  };
  return {
    find: (params) => known.get(textOf(params)),
    remember(params, input) {
      if (known.size === MOST) known.clear();
      // The cached input is frozen, because many requests share the same object.
      for (const part of Object.values(input)) Object.freeze(part);
      known.set(textOf(params), Object.freeze(input));
    },
  };
}
