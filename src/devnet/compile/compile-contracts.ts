import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import * as v from 'valibot';
import { type Artifact, abiSchema } from '../../contracts/artifact.ts';
import { productContracts } from '../../contracts/load-artifact.ts';

const srcDir = join(import.meta.dir, '..', '..');

/** Folders of our Solidity sources and their artifacts: contracts that operators deploy, and those only for the devnet and tests. */
export const contractDirs = {
  product: { sources: join(srcDir, 'contracts'), artifacts: join(srcDir, 'contracts', 'artifacts') },
  devnet: { sources: join(srcDir, 'devnet', 'contracts'), artifacts: join(srcDir, 'devnet', 'artifacts') },
} as const;

/** A compiled contract, with the folder for its artifact. One that operators deploy has the input that it was compiled from. */
export type Compiled = {
  readonly artifact: Artifact & { readonly buildHash?: `0x${string}` };
  readonly artifactsDir: string;
  readonly standardJson?: string;
};

/**
 * Compiler settings. Paris, so that the vault also runs on chains without PUSH0. No metadata trailer, so that the bytecode depends only on
 * the code and not on comments.
 */
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'metadata'] } },
} as const;

const errorsSchema = v.object({
  errors: v.optional(v.array(v.object({ severity: v.string(), formattedMessage: v.string() })), []),
});
const outputSchema = v.object({
  contracts: v.optional(
    v.record(
      v.string(),
      v.record(
        v.string(),
        v.object({
          abi: abiSchema,
          metadata: v.string(),
          evm: v.object({ bytecode: v.object({ object: v.string() }), deployedBytecode: v.object({ object: v.string() }) }),
        }),
      ),
    ),
    {},
  ),
});
const metadataSchema = v.object({ sources: v.record(v.string(), v.object({ keccak256: v.string() })) });

/** The part of solc's JavaScript build that we use; its own types miss the import callback. */
const solcSchema = v.object({
  version: v.pipe(v.function(), v.returns(v.string())),
  compile: v.pipe(v.function(), v.returns(v.string())),
});

const require = createRequire(import.meta.url);
const solc = v.parse(solcSchema, require('solc'));

/** Source texts by the name that imports use. */
type Sources = Readonly<Record<string, { readonly content: string }>>;

type Output = v.InferOutput<typeof outputSchema>;

/**
 * Compiles every contract in `contractDirs` with the pinned solc. Takes about ten seconds. A contract that operators deploy is compiled
 * from its own sources alone, so that everybody who has those gets the same bytecode.
 * @returns artifacts sorted by contract name
 * @throws Error with solc's own text when it reports an error or a warning: warnings in contracts that hold money are errors
 */
export function compileContracts(): Compiled[] {
  const { dirOf, sources } = readSources();
  const output = compile(sources);
  const known: readonly string[] = productContracts;
  return [...dirOf]
    .map(([sourceName, artifactsDir]): Compiled => {
      const contractName = basename(sourceName, '.sol');
      const contract = contractIn(output, sourceName);
      const isProduct = artifactsDir === contractDirs.product.artifacts && known.includes(contractName);
      if (!isProduct) return { artifact: artifactOf(sourceName, contract), artifactsDir };
      const own = sourcesOf(contract.metadata, sources);
      const standardJson = inputOf(own);
      const buildHash = `0x${createHash('sha256').update(`${solc.version()}\n${standardJson}`).digest('hex')}` as const;
      const artifact = { ...artifactOf(sourceName, contractIn(compile(own), sourceName)), buildHash };
      return { artifact, artifactsDir, standardJson };
    })
    .sort((a, b) => (a.artifact.contractName < b.artifact.contractName ? -1 : 1));
}

function readSources(): { dirOf: Map<string, string>; sources: Sources } {
  const dirOf = new Map<string, string>();
  const sources: Record<string, { content: string }> = {};
  for (const dir of Object.values(contractDirs)) {
    for (const path of solidityFiles(dir.sources)) {
      const sourceName = relative(dir.sources, path);
      if (dirOf.has(sourceName)) throw new Error(`Two Solidity sources have the same name: ${sourceName}.`);
      dirOf.set(sourceName, dir.artifacts);
      sources[sourceName] = { content: readFileSync(path, 'utf8') };
    }
  }
  return { dirOf, sources };
}

function compile(sources: Sources): Output {
  const findImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const compiled: unknown = JSON.parse(solc.compile(inputOf(sources), { import: findImport }));
  const { errors } = v.parse(errorsSchema, compiled);
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  return v.parse(outputSchema, compiled);
}

const inputOf = (sources: Sources) => JSON.stringify({ language: 'Solidity', sources, settings });

/** The sources that a contract was made of, imports included. */
function sourcesOf(metadata: string, ours: Sources): Sources {
  const names = Object.keys(v.parse(metadataSchema, JSON.parse(metadata)).sources).sort();
  return Object.fromEntries(names.map((name) => [name, ours[name] ?? { content: readFileSync(require.resolve(name), 'utf8') }]));
}

function contractIn(output: Output, sourceName: string) {
  const contractName = basename(sourceName, '.sol');
  const contract = output.contracts[sourceName]?.[contractName];
  if (contract === undefined) throw new Error(`${sourceName} declares no contract named ${contractName}.`);
  return contract;
}

function artifactOf(sourceName: string, contract: ReturnType<typeof contractIn>): Artifact {
  return {
    contractName: basename(sourceName, '.sol'),
    sourceName,
    solcVersion: solc.version(),
    evmVersion: settings.evmVersion,
    optimizerRuns: settings.optimizer.runs,
    sourceHash: sourceHash(contract.metadata),
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}` as const,
    deployedBytecode: `0x${contract.evm.deployedBytecode.object}` as const,
  };
}

/** Returns the SHA-256 over the hashes of all sources of a contract, including imports. */
function sourceHash(metadata: string): string {
  const { sources } = v.parse(metadataSchema, JSON.parse(metadata));
  const lines = Object.entries(sources).map(([path, { keccak256 }]) => `${path} ${keccak256}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function solidityFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => join(dir, name));
}
