import { checkConstructs } from './check-constructs.ts';
import { checkCycles } from './check-cycles.ts';
import { checkFolders } from './check-folders.ts';
import { checkImports, moduleOf } from './check-imports.ts';
import { checkPlainText } from './check-plain-text.ts';
import { checkTypeNames } from './check-type-names.ts';
import type { Exception } from './rules.ts';
import { type SourceFacts, sourceFacts } from './source-facts.ts';
import type { Violation } from './violation.ts';

/** Parses all files of a tree. */
export function factsOf(tree: ReadonlyMap<string, string>): readonly SourceFacts[] {
  return [...tree].map(([path, text]) => sourceFacts(path, text));
}

/**
 * Checks all architecture rules over a tree of source files. Generated files (`*.generated.ts`) only need to follow the import rules.
 * @param tree text by path, relative to the project
 * @param allowed exceptions; each allows one file to break one rule, and an unused exception is itself a violation
 * @param files what `factsOf` found in the tree, for a caller that needs it too
 */
export function checkArchitecture(
  tree: ReadonlyMap<string, string>,
  allowed: readonly Exception[],
  files: readonly SourceFacts[] = factsOf(tree),
): Violation[] {
  const written = files.filter(({ path }) => !path.endsWith('.generated.ts'));
  const all = [
    ...checkImports(files),
    ...checkCycles(files),
    ...checkFolders(files.filter(isProduct), isJoin),
    ...checkConstructs(written),
    ...checkTypeNames(tree),
    ...checkPlainText(tree),
  ];
  const isException = (violation: Violation, exception: Exception) =>
    exception.rule === violation.rule && exception.path === violation.path;
  const unused = allowed
    .filter((exception) => tree.has(exception.path) && !all.some((violation) => isException(violation, exception)))
    .map(({ rule, path }) => ({ rule: 'exception', path, line: 1, message: `the exception from "${rule}" is not needed any more` }));
  return [...all.filter((violation) => !allowed.some((exception) => isException(violation, exception))), ...unused];
}

function isProduct({ path }: { readonly path: string }): boolean {
  return path.startsWith('src/');
}

function isJoin(path: string): boolean {
  return moduleOf(path)?.name === 'module files' || moduleOf(path)?.name === 'app';
}
