import { isIn } from './check-imports.ts';
import type { Violation } from './violation.ts';

/** Code that treats actors of every type alike. */
const KNOW_NO_TYPE = ['src/inspector/', 'src/operator/', 'src/runtime/'];
/** A file that joins modules may name what it joins. */
const JOINS = ['src/operator/module.ts'];
const DEFINITION = /\bdefineActor\(\{\s*type: '([a-z][a-z0-9-]*)'/g;

/**
 * Finds names of actor types in code that must not know any: as a separate text, or at the start of an id. Each type is described by its
 * definition.
 */
export function checkTypeNames(tree: ReadonlyMap<string, string>): Violation[] {
  const types = [...tree].flatMap(([path, text]) =>
    path.startsWith('actors/') ? [...text.matchAll(DEFINITION)].flatMap(([, type]) => type ?? []) : [],
  );
  if (types.length === 0) return [];
  const named = new RegExp(`['"\`>](${types.join('|')})(?:/|['"\`<])`, 'g');
  return [...tree].flatMap(([path, text]) => {
    if (!KNOW_NO_TYPE.some((place) => isIn(place, path)) || JOINS.includes(path)) return [];
    return text.split('\n').flatMap((line, index) =>
      /^\s*(\/\/|\/?\*)/.test(line)
        ? []
        : [...line.matchAll(named)].map(([, type]) => ({
            ...{ rule: 'type name', path, line: index + 1 },
            message: `"${type}" is one type of actor: what shows or runs all of them goes by their definitions`,
          })),
    );
  });
}
