import ts from 'typescript';

/** A language construct found in a source file, with the name of the rule in `rules.ts` that defines where the construct is forbidden. */
export type ConstructFact = { rule: string; text: string; line: number };

// `setImmediate` does not count as a sleep, because it only lets pending callbacks run and does not wait for time to pass.
const sleeps = new Set(['setTimeout', 'setInterval', 'Bun.sleep', 'Bun.sleepSync', 'globalThis.setTimeout', 'globalThis.setInterval']);
const timers = new Set([...sleeps, 'setImmediate']);
const clocks = new Set(['Date', 'Date.now']);
const stopwatches = new Set(['performance.now', 'Bun.nanoseconds', 'process.hrtime', 'process.hrtime.bigint']);
const randoms = new Set([
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'Bun.randomUUIDv7',
  'randomUUID',
  'randomBytes',
  'randomInt',
]);
const environments = new Set(['process.env', 'Bun.env', 'import.meta.env']);
const skippers = /^(test|it|describe)(\.\w+)*\.(skip|todo|only|skipIf|todoIf|failing)$/;

/** Finds the language constructs that `rules.ts` forbids in some folders. Which file may use which construct is decided elsewhere. */
export function findConstructs(source: ts.SourceFile, text: string): ConstructFact[] {
  const found: ConstructFact[] = [];
  const add = (rule: string, node: ts.Node) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ rule, text: firstLine(node.getText()), line });
  };
  const visit = (node: ts.Node) => {
    for (const rule of rulesOf(node)) add(rule, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found, ...findInText(text)];
}

function rulesOf(node: ts.Node): string[] {
  if (ts.isNonNullExpression(node)) return ['non-null'];
  if (ts.isAsExpression(node) && isCastToUnknown(node.expression)) return ['double cast'];
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) return ['promise'];
  if (ts.isPropertyAccessExpression(node)) return rulesOfName(node.getText());
  if (ts.isNewExpression(node)) return newRules(node);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return rulesOfCall(node.expression.text);
  if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().includes('timers/promises')) return ['timer', 'timer in a test'];
  return [];
}

// Forbidden properties are found wherever their name occurs, not only in calls, because `const now = Date.now` breaks the rule too.
function rulesOfName(name: string): string[] {
  if (environments.has(name)) return ['environment'];
  if (clocks.has(name)) return ['wall clock'];
  if (stopwatches.has(name)) return ['stopwatch'];
  if (randoms.has(name)) return ['randomness'];
  if (sleeps.has(name)) return ['timer', 'timer in a test'];
  if (timers.has(name)) return ['timer'];
  if (skippers.test(name)) return ['skipped test'];
  return [];
}

function rulesOfCall(name: string): string[] {
  if (name === 'fetch') return ['promise'];
  return rulesOfName(name);
}

function newRules(node: ts.NewExpression): string[] {
  const name = node.expression.getText();
  if (name === 'Promise') return ['promise'];
  return name === 'Date' && (node.arguments?.length ?? 0) === 0 ? ['wall clock'] : [];
}

function isCastToUnknown(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isCastToUnknown(expression.expression);
  return ts.isAsExpression(expression) && expression.type.kind === ts.SyntaxKind.UnknownKeyword;
}

function findInText(text: string): ConstructFact[] {
  return text.split('\n').flatMap((line, index) => {
    const found: ConstructFact[] = [];
    if (/\b(?:TO[D]O|FIX[M]E)\b/.test(line)) found.push({ rule: 'open end', text: line.trim(), line: index + 1 });
    if (/\/[/*]\s*@ts-(?:ignore|nocheck)/.test(line)) found.push({ rule: 'compiler directive', text: line.trim(), line: index + 1 });
    if (/\/[/*]\s*@ts-expect-error/.test(line)) found.push({ rule: 'expected type error', text: line.trim(), line: index + 1 });
    return found;
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 100) ?? '';
}
