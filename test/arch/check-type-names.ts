import { isIn } from './check-imports.ts';
import type { Violation } from './violation.ts';

/** Folders with generic code, which treats actors of every type alike. */
const KNOW_NO_TYPE = ['src/inspector/', 'src/operator/', 'src/runtime/'];
/** Files that combine modules. They may contain names of actor types, because they refer to the modules in which the types are defined. */
const JOINS = ['src/operator/module.ts'];
const DEFINITION = /\bdefineActor\(\{\s*type: '([a-z][a-z0-9-]*)'/g;

/**
 * Finds names of actor types in code that must not contain any: as a string of its own, or at the start of an id. Data about a type must
 * come from the type's definition.
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
