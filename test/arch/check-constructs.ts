import { isIn } from './check-imports.ts';
import { constructs, namesThatSayNothing, sizes } from './rules.ts';
import type { SourceFacts } from './source-facts.ts';
import type { Violation } from './violation.ts';

/** Finds language constructs that are forbidden in some folders, meaningless file names, and files and functions that are too long. */
export function checkConstructs(files: readonly SourceFacts[]): Violation[] {
  return files.flatMap((file) => {
    const breaches = file.constructs.flatMap(({ rule, text, line }) => {
      const where = constructs[rule];
      if (where === undefined) throw new Error(`test/arch/rules.ts does not say where "${rule}" is refused`);
      const applies = where.in.some((place) => isIn(place, file.path)) && !where.except?.some((place) => isIn(place, file.path));
      return applies ? [{ rule, path: file.path, line, message: `${text} (${where.why})` }] : [];
    });
    if (namesThatSayNothing.test(file.path)) {
      breaches.push({ rule: 'name', path: file.path, line: 1, message: 'the name says nothing of what is inside' });
    }
    if (file.lines > sizes.mostLines) {
      breaches.push({
        rule: 'size',
        path: file.path,
        line: sizes.mostLines,
        message: `${file.lines} lines are more than ${sizes.mostLines}`,
      });
    }
    if (!file.path.startsWith('test/')) {
      for (const { line, ownLines } of file.functions) {
        if (ownLines <= sizes.mostOwnLines) continue;
        const message = `a function with ${ownLines} lines of its own, of at most ${sizes.mostOwnLines}`;
        breaches.push({ rule: 'function size', path: file.path, line, message });
      }
    }
    return breaches;
  });
}
