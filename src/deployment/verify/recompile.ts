import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { loadProductArtifact, type ProductContract, standardJsonOf } from '../../contracts/load-artifact.ts';

export type Recompiled =
  /** The contract's recorded sources were compiled again, which produced exactly the recorded bytecode. */
  | { readonly kind: 'same' }
  /** The compiler is not installed: it is a development dependency. */
  | { readonly kind: 'no-compiler' }
  | { readonly kind: 'differs'; readonly reason: string };

const solcSchema = v.object({
  version: v.pipe(v.function(), v.returns(v.string())),
  compile: v.pipe(v.function(), v.returns(v.string())),
});
const codeSchema = v.object({ object: v.string() });
const outputSchema = v.object({
  contracts: v.record(
    v.string(),
    v.record(v.string(), v.object({ evm: v.object({ bytecode: codeSchema, deployedBytecode: codeSchema }) })),
  ),
});

const results = new Map<ProductContract, Recompiled>();

/**
 * Compiles the recorded standard JSON input of a contract, and compares the resulting code with the recorded artifact. The first
 * compilation takes seconds.
 */
export function recompile(name: ProductContract): Recompiled {
  const known = results.get(name) ?? compile(name);
  results.set(name, known);
  return known;
}

function compile(name: ProductContract): Recompiled {
  const { solcVersion, sourceName, bytecode, deployedBytecode } = loadProductArtifact(name);
  const solc = loadSolc();
  if (solc === null) return { kind: 'no-compiler' };
  const found = solc.version();
  if (found !== solcVersion)
    return { kind: 'differs', reason: `the installed compiler is ${found}, but the contracts were compiled with ${solcVersion}` };
  const output = v.safeParse(outputSchema, JSON.parse(solc.compile(standardJsonOf(name))));
  const evm = output.success ? output.output.contracts[sourceName]?.[name]?.evm : undefined;
  if (evm === undefined) return { kind: 'differs', reason: `the recorded sources do not compile to a contract ${name}` };
  const isSame = `0x${evm.bytecode.object}` === bytecode && `0x${evm.deployedBytecode.object}` === deployedBytecode;
  return isSame ? { kind: 'same' } : { kind: 'differs', reason: 'the compiler produces other code from the recorded sources' };
}

/** Computes the build hash that a contract compiled from these sources has on chain. */
export function buildHashOf(name: ProductContract): `0x${string}` {
  const { solcVersion } = loadProductArtifact(name);
  return `0x${createHash('sha256')
    .update(`${solcVersion}\n${standardJsonOf(name)}`)
    .digest('hex')}`;
}

function loadSolc(): v.InferOutput<typeof solcSchema> | null {
  const require = createRequire(import.meta.url);
  try {
    return v.parse(solcSchema, require('solc'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
