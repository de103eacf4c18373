/** Most that one route remembers. Chains and contracts are fewer; ids of records come and go. */
const MOST = 256;

/**
 * What a route's input was read as, by the text of the one parameter of its path that is all of it: what a schema makes of a text does not
 * change, and checking it again costs a short request a twentieth of its time. What did not pass is not remembered.
 */
export type KnownInputs<Input> = {
  find(params: unknown): Input | undefined;
  remember(params: unknown, input: Input): void;
};

/** @param name the parameter's */
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
      // Many requests are given the same one.
      for (const part of Object.values(input)) Object.freeze(part);
      known.set(textOf(params), Object.freeze(input));
    },
  };
}
