import { posix } from 'node:path';
import ts from 'typescript';
import { type ConstructFact, findConstructs } from './find-constructs.ts';
import { type FunctionFact, findFunctions } from './own-lines.ts';

export type ImportFact = {
  specifier: string;
  /** Path of the imported file, relative to the project; null for a package. */
  target: string | null;
  /** Whether the import disappears in the compiled code: `import type`, only `type` specifiers, or `import('x').T` in a type. */
  typeOnly: boolean;
  line: number;
};

/** The data about one source file that the architecture rules check. */
export type SourceFacts = {
  /** Path of the file relative to the project, with `/` as separator. */
  path: string;
  lines: number;
  imports: ImportFact[];
  constructs: ConstructFact[];
  functions: FunctionFact[];
};

/** Parses one file with the TypeScript compiler, without checking its types. */
export function sourceFacts(path: string, text: string): SourceFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports: ImportFact[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const target = specifier.text.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier.text)) : null;
    imports.push({
      specifier: specifier.text,
      target,
      typeOnly,
      line: source.getLineAndCharacterOfPosition(specifier.getStart()).line + 1,
    });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isErased(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(node.expression))) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, lines: countLines(text), imports, constructs: findConstructs(source, text), functions: findFunctions(source) };
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function isRequire(callee: ts.Expression): boolean {
  return callee.getText() === 'require' || callee.getText() === 'require.resolve';
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
