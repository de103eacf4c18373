import { type KeyInfo, type KeyValue, keyNameProblem, MOST_KEYS } from '../../values/index-keys.ts';

/** One index key of a definition. */
export type KeySpec<TSnapshot> = {
  readonly of: (snapshot: TSnapshot) => KeyValue;
  /** Default `text`. `number`: whole numbers above 0; of few values each, so that other indexes go before this one. */
  readonly kind?: KeyInfo['kind'];
  /** What a text that a person gives is as a value: in the casing that values are kept in, say. Default: the text itself. */
  readonly read?: (text: string) => string;
  /** The command line's option for it. Default: one of its name. */
  readonly option?: KeyInfo['option'];
  /** Whether a search for the beginning of a text looks at it too. Default: no. */
  readonly isSearched?: boolean;
};

/** By name; what only has a value is given by its function alone. */
export type KeySpecs<TSnapshot> = {
  readonly [name: string]: KeySpec<TSnapshot> | ((snapshot: TSnapshot) => KeyValue);
};

type AnyKeySpecs = KeySpecs<never>;

/** A key as the runtime asks for it on each commit. */
export type CompiledKey<TSnapshot> = { readonly name: string; readonly of: (snapshot: TSnapshot) => KeyValue };

export function compileKeys<TSnapshot>(keys: KeySpecs<TSnapshot>): readonly CompiledKey<TSnapshot>[] {
  return Object.entries(keys).map(([name, spec]) => ({ name, of: typeof spec === 'function' ? spec : spec.of }));
}

/** The keys that some definitions declare, each once. @throws Error when two declare one in different ways */
export function describeKeys(definitions: readonly { readonly type: string; readonly keys: AnyKeySpecs }[]): readonly KeyInfo[] {
  const known = new Map<string, KeyInfo>();
  for (const { type, keys } of definitions) {
    for (const [name, spec] of Object.entries(keys)) {
      const given: Omit<KeySpec<never>, 'of'> = typeof spec === 'function' ? {} : spec;
      const { kind = 'text', option, isSearched = false, read = (text: string) => text } = given;
      const before = known.get(name);
      if (before === undefined) known.set(name, { name, kind, option: option ?? plainOption(name, kind), isSearched, read });
      else if (before.kind !== kind || before.option.name !== (option?.name ?? name) || before.isSearched !== isSearched) {
        throw new Error(`"${type}" declares the index key "${name}" with another kind than another type`);
      }
    }
  }
  return [...known.values()];
}

function plainOption(name: string, kind: KeyInfo['kind']): KeyInfo['option'] {
  return { name, value: kind === 'number' ? 'NUMBER' : 'TEXT', help: `whose ${name} this is` };
}

/** What is wrong with a definition's keys. */
export function keySpecProblems(keys: AnyKeySpecs): string[] {
  const names = Object.keys(keys);
  const many = names.length > MOST_KEYS ? [`${names.length} index keys: use at most ${MOST_KEYS}`] : [];
  const { status } = keys;
  const wrongStatus =
    typeof status === 'object' && status.kind === 'number' ? ['index key "status": it must be text, because actors are counted by it'] : [];
  return [...many, ...names.flatMap((name) => keyNameProblem(name) ?? []), ...wrongStatus];
}
