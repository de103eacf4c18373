/**
 * Maximum number of checked inputs that are cached per route. All chains and contracts fit into the cache. The ids of records are more
 * numerous and change all the time, so it is not useful to cache them.
 */
const MOST = 256;

/**
 * Caches the checked input of a route whose only input is one path parameter, by the text of that parameter. The same text always gives the
 * same input, and checking the text again would take a twentieth of the time of a short request. Rejected input is not cached.
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
