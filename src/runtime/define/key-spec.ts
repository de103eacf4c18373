import { type KeyInfo, type KeyValue, keyNameProblem, MOST_KEYS } from '../../values/index-keys.ts';

/** The declaration of one index key in an actor's definition. */
export type KeySpec<TSnapshot> = {
  readonly of: (snapshot: TSnapshot) => KeyValue;
  /**
   * Type of the key's values; default `text`. `number` means whole numbers above 0 with few different values. Because each value of such a
   * key selects many actors, queries prefer the indexes of other keys.
   */
  readonly kind?: KeyInfo['kind'];
  /** Converts a user's input to a value of the key, for example to the stored casing. Default: unchanged. */
  readonly read?: (text: string) => string;
  /** The name of the command-line option for the key. Default: the key's name. */
  readonly option?: KeyInfo['option'];
  /** Whether a prefix search includes this key. Default: no. */
  readonly isSearched?: boolean;
  /**
   * Returns the beginnings of values that a search text can mean, for a key whose values have a prefix that users do not type. Default: the
   * text itself, as `read` converts it.
   */
  readonly prefixesOf?: (text: string) => readonly string[];
};

/** Index keys by name. A plain function declares a key with all defaults. */
export type KeySpecs<TSnapshot> = {
  readonly [name: string]: KeySpec<TSnapshot> | ((snapshot: TSnapshot) => KeyValue);
};

type AnyKeySpecs = KeySpecs<never>;

/** An index key in the form that the runtime uses at each commit. */
export type CompiledKey<TSnapshot> = { readonly name: string; readonly of: (snapshot: TSnapshot) => KeyValue };

export function compileKeys<TSnapshot>(keys: KeySpecs<TSnapshot>): readonly CompiledKey<TSnapshot>[] {
  return Object.entries(keys).map(([name, spec]) => ({ name, of: typeof spec === 'function' ? spec : spec.of }));
}

/** Lists the keys that the definitions declare, each once. @throws Error when two definitions declare a key differently */
export function describeKeys(definitions: readonly { readonly type: string; readonly keys: AnyKeySpecs }[]): readonly KeyInfo[] {
  const known = new Map<string, KeyInfo>();
  for (const { type, keys } of definitions) {
    for (const [name, spec] of Object.entries(keys)) {
      const given: Omit<KeySpec<never>, 'of'> = typeof spec === 'function' ? {} : spec;
      const { kind = 'text', option, isSearched = false, read = (text: string) => text } = given;
      const { prefixesOf = (text: string) => (text.includes('/') ? [] : [read(text)]) } = given;
      const before = known.get(name);
      if (before === undefined) known.set(name, { name, kind, option: option ?? plainOption(name, kind), isSearched, read, prefixesOf });
      else if (before.kind !== kind || before.option.name !== (option?.name ?? name) || before.isSearched !== isSearched) {
        throw new Error(`"${type}" declares the index key "${name}" with a different kind than another actor type does`);
      }
    }
  }
  return [...known.values()];
}

function plainOption(name: string, kind: KeyInfo['kind']): KeyInfo['option'] {
  return { name, value: kind === 'number' ? 'NUMBER' : 'TEXT', help: `whose ${name} this is` };
}

/** Returns a description of each fault in the declarations of a definition's index keys. */
export function keySpecProblems(keys: AnyKeySpecs): string[] {
  const names = Object.keys(keys);
  const many = names.length > MOST_KEYS ? [`${names.length} index keys: use at most ${MOST_KEYS}`] : [];
  const { status } = keys;
  const wrongStatus =
    typeof status === 'object' && status.kind === 'number' ? ['index key "status": it must be text, because actors are counted by it'] : [];
  return [...many, ...names.flatMap((name) => keyNameProblem(name) ?? []), ...wrongStatus];
}
