import type { SourceFacts } from './source-facts.ts';
import type { Violation } from './violation.ts';

/**
 * Finds import cycles, including those through type imports. They are forbidden because no file of a cycle can be understood before the
 * others. Uses strongly connected components (Tarjan, 1972). Each cycle is reported once, at its first file.
 */
export function checkCycles(files: readonly SourceFacts[]): Violation[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.flatMap(({ target }) => (target === null ? [] : [target]))]));
  return components(graph)
    .filter((members) => members.length > 1 || graph.get(members[0] ?? '')?.includes(members[0] ?? ''))
    .map((members) => members.sort())
    .map((members) => ({
      rule: 'cycle',
      path: members[0] ?? '',
      line: 1,
      message: `import each other in a circle: ${members.join(', ')}`,
    }));
}

function components(graph: ReadonlyMap<string, string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const mine = order.size;
    order.set(node, mine);
    lowest.set(node, mine);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const reached = order.has(next) ? (stack.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reached !== undefined && reached < (lowest.get(node) ?? mine)) lowest.set(node, reached);
    }
    const low = lowest.get(node) ?? mine;
    if (low === mine) found.push(stack.splice(stack.indexOf(node)));
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
