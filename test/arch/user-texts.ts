import ts from 'typescript';

export type UserText = { readonly line: number; readonly text: string };

/**
 * Returns those texts of a source file that a user may read: text of JSX elements, and every string or template of at least two words.
 * Literals joined by `+` count as one text, and each expression in a text is replaced by `…`. Imports, types and comments do not count as
 * texts.
 */
export function userTexts(path: string, code: string): UserText[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.ESNext, true, kind);
  const found: UserText[] = [];
  const add = (node: ts.Node, text: string) =>
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: text.replaceAll(/\s+/g, ' ').trim() });
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node) && node.text.trim() !== '') add(node, node.text);
    const { text, expressions } = literalOf(node);
    if (text !== null && text.trim().split(/\s+/).length > 1) add(node, text);
    if (text === null) ts.forEachChild(node, visit);
    else for (const expression of expressions) visit(expression);
  };
  visit(source);
  return found;
}

type Literal = { readonly text: string | null; readonly expressions: readonly ts.Node[] };

/** Returns the text of a literal, a template or a concatenation of literals, with its expressions; null for any other expression. */
function literalOf(node: ts.Node): Literal {
  if (ts.isStringLiteralLike(node)) return { text: node.text, expressions: [] };
  if (ts.isParenthesizedExpression(node)) return literalOf(node.expression);
  if (ts.isTemplateExpression(node)) {
    const text = node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
    return { text, expressions: node.templateSpans.map(({ expression }) => expression) };
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return { text: null, expressions: [] };
  const sides = [node.left, node.right].map((side) => ({ side, literal: literalOf(side) }));
  if (sides.every(({ literal }) => literal.text === null)) return { text: null, expressions: [] };
  return {
    text: sides.map(({ literal }) => literal.text ?? '…').join(''),
    expressions: sides.flatMap(({ side, literal }) => (literal.text === null ? [side] : literal.expressions)),
  };
}
