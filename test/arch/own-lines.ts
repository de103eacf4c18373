import ts from 'typescript';

/** Line at which a function starts, and its number of lines. Lines of functions nested in it are not counted. */
export type FunctionFact = { line: number; ownLines: number };

/** Finds the functions of a source that have a body. */
export function findFunctions(source: ts.SourceFile): FunctionFact[] {
  const found: FunctionFact[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;

  /** Collects the lines that belong to functions inside a node, except the first line of each such function. */
  const linesOfInner = (node: ts.Node, inner: Set<number>): Set<number> => {
    ts.forEachChild(node, (child) => {
      if (!hasBody(child)) return void linesOfInner(child, inner);
      for (let line = lineAt(child.getStart()) + 1; line <= lineAt(child.getEnd()); line += 1) inner.add(line);
    });
    return inner;
  };

  const visit = (node: ts.Node) => {
    if (hasBody(node)) {
      const first = lineAt(node.getStart());
      const lines = lineAt(node.getEnd()) - first + 1;
      found.push({ line: first + 1, ownLines: lines - linesOfInner(node, new Set()).size });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function hasBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}
