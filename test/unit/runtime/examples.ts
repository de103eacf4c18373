import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dir, '../../..');

/** Entry points of the runtime and the test kit, in the order in which their documentation examples build on each other. */
const runtime: readonly EntryPoint[] = [
  ['src/runtime/define/define-actor.ts', 'defineActor'],
  ['src/runtime/define/implement-actor.ts', 'implementActor'],
  ['src/runtime/system.ts', 'createActorSystem'],
  ['src/runtime/define/client.ts', 'ActorClient'],
  ['src/test-kit/create-test-system.ts', 'createTestSystem'],
  ['src/test-kit/faulty-store.ts', 'createFaultyStore'],
  ['src/test-kit/virtual-time.ts', 'createVirtualTime'],
  ['src/test-kit/seeded-random.ts', 'seededRandom'],
];
const client: readonly EntryPoint[] = [
  ['src/client/create-coxswain.ts', 'createCoxswain'],
  ['src/client/signed-request.ts', 'signRequest'],
  ['src/client/signed-request.ts', 'policyMessage'],
];

type EntryPoint = readonly [path: string, name: string];

/** The first two examples define `lamp` and `lampActor`, which the other examples use. */
const SHARED = 2;

/**
 * Returns the `@example` code of the entry points as source files by name. One file is a test, in which `expression; // => value` compares
 * the two. The other one is for the client, whose examples need a running service and are only type-checked.
 * @throws Error when an entry point has no example
 */
export function exampleFiles(): ReadonlyMap<string, string> {
  const examples = runtime.map(exampleOf);
  const runnable = `import { expect, test } from 'bun:test';
import { setup } from 'xstate';
import * as v from 'valibot';
${runtime.map(([path, name]) => `import { ${/^[A-Z]/.test(name) ? 'type ' : ''}${name} } from './${path}';`).join('\n')}
import { createMemoryActorStore } from './src/platform/store/memory/memory-actor-store.ts';
import { sortableIds } from './src/values/id-source.ts';

${examples.slice(0, SHARED).join('\n')}
${examples
  .slice(SHARED)
  .map((code, i) => `test('${runtime[i + SHARED]?.[1]}', async () => {\n${withExpectations(code)}\n});`)
  .join('\n')}
`;
  const typed = `${client.map(([path, name]) => `import { ${name} } from './${path}';`).join('\n')}
declare const key: string;
declare const walletAddress: string, fromToken: string, toToken: string, agentId: string, wallet: string, policyHash: string;
declare const agent: { readonly _id: string };
declare const policy: { readonly chainId: number };
type Account = { readonly address: string; readonly signMessage: (options: { readonly message: string }) => Promise<string> };
declare const account: Account;
declare function privateKeyToAccount(key: string): Account;
declare function show(quote: unknown): void;
declare function sign(message: string): Promise<string>;
${client.map((entry) => `export async function ${entry[1]}Example() {\n${exampleOf(entry)}\n}`).join('\n')}
`;
  return new Map([
    ['examples.test.ts', runnable],
    ['client-examples.ts', typed],
  ]);
}

/** Converts each example line `expression; // => value` to a test expectation. */
function withExpectations(code: string): string {
  return code.replaceAll(/^(.+); \/\/ => (.+)$/gm, 'expect($1).toEqual($2);');
}

function exampleOf([path, name]: EntryPoint): string {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ESNext, true);
  const declared = source.statements.find(
    (statement) => (ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.name?.text === name,
  );
  const tag = declared === undefined ? undefined : ts.getJSDocTags(declared).find(({ tagName }) => tagName.text === 'example');
  if (typeof tag?.comment !== 'string') throw new Error(`${name} in ${path} has no example`);
  return tag.comment;
}
