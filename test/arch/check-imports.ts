import { posix } from 'node:path';
import { builtins, type ModuleRule, modules, vendors } from './rules.ts';
import type { ImportFact, SourceFacts } from './source-facts.ts';
import type { Violation } from './violation.ts';

/** Checks the imports between our modules and from packages. */
export function checkImports(files: readonly SourceFacts[]): Violation[] {
  return files.flatMap((file) => {
    const from = moduleOf(file.path);
    if (from === undefined) return [{ rule: 'module', path: file.path, line: 1, message: 'belongs to no module of the architecture' }];
    return file.imports.flatMap((fact) => {
      const breach = fact.target === null ? packageBreach(file.path, from, fact) : ourBreach(file.path, from, fact, fact.target);
      return breach === null ? [] : [{ ...breach, path: file.path, line: fact.line }];
    });
  });
}

type Breach = { rule: string; message: string };

function ourBreach(path: string, from: ModuleRule, fact: ImportFact, target: string): Breach | null {
  const to = moduleOf(target);
  if (to === undefined)
    return target.startsWith('node_modules/') || !target.includes('/')
      ? null
      : { rule: 'import', message: `${target} belongs to no module` };
  if (to.name === from.name) {
    const apart = from.foldersStandAlone === true && folderIn(from, path) !== folderIn(from, target);
    return apart && !fact.typeOnly
      ? { rule: 'import', message: `folders of ${from.name} import only types of each other, not ${target}` }
      : null;
  }
  if (from.mayImport.includes(to.name) || from.mayImport.includes('*')) return null;
  if (from.mayImportTypesOf.includes(to.name)) {
    return fact.typeOnly ? null : { rule: 'import', message: `${from.name} may import only types of ${to.name} (${target})` };
  }
  return { rule: 'import', message: `${from.name} may not import ${to.name} (${target})` };
}

function packageBreach(path: string, from: ModuleRule, { specifier }: ImportFact): Breach | null {
  const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? specifier);
  if (name.startsWith('node:')) {
    const allowed = builtins[from.name];
    return allowed === undefined || allowed.includes(name) ? null : { rule: 'builtin', message: `${from.name} may not import ${name}` };
  }
  const places = vendors[name];
  if (places === undefined) return { rule: 'vendor', message: `${name} has no place in test/arch/rules.ts` };
  if (from.name === 'test' || from.name === 'scripts') return null;
  if (places.some((place) => isIn(place, path))) return null;
  return { rule: 'vendor', message: `${name} is imported only in ${places.join(', ') || 'tests and scripts'}` };
}

/** Returns the architecture module that a file belongs to: the one with the longest matching path. */
export function moduleOf(path: string): ModuleRule | undefined {
  let best: { rule: ModuleRule; length: number } | undefined;
  for (const rule of modules) {
    for (const place of rule.paths) {
      if (isIn(place, path) && place.length > (best?.length ?? 0)) best = { rule, length: place.length };
    }
  }
  return best?.rule;
}

/**
 * Whether a path matches a pattern: it equals the pattern, or lies in the folder if the pattern ends in `/`. A `*` matches one folder of
 * any name.
 */
export function isIn(place: string, path: string): boolean {
  if (!place.includes('*')) return place.endsWith('/') ? path.startsWith(place) : path === place;
  const names = place.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${names.join('[^/]+')}$`).test(path);
}

function folderIn(rule: ModuleRule, path: string): string {
  const root = rule.paths.find((place) => isIn(place, path)) ?? '';
  const parts = posix.relative(root, path).split('/');
  return parts.length > 1 ? (parts[0] ?? '') : '';
}
