import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, posix, relative } from 'node:path';
import * as v from 'valibot';
import { keccak256, toBytes } from 'viem';
import { type Artifact, abiSchema } from '../../contracts/artifact.ts';
import { productContracts } from '../../contracts/load-artifact.ts';
import { runSolc, solcVersion } from './solc.ts';

const srcDir = join(import.meta.dir, '..', '..');

/**
 * Folders of our Solidity sources and their compiled artifacts. `product`: contracts that operators deploy. `devnet`: contracts used only
 * by the devnet and tests.
 */
export const contractDirs = {
  product: { sources: join(srcDir, 'contracts'), artifacts: join(srcDir, 'contracts', 'artifacts') },
  devnet: { sources: join(srcDir, 'devnet', 'contracts'), artifacts: join(srcDir, 'devnet', 'artifacts') },
} as const;

/** A compiled contract, with the folder for its artifact. For a contract that operators deploy, it also contains the compiler's input. */
export type Compiled = {
  readonly artifact: Artifact & { readonly buildHash?: `0x${string}` };
  readonly artifactsDir: string;
  readonly standardJson?: string;
};

/**
 * Compiler settings. The EVM version is Paris, so that the vault also runs on chains without PUSH0. The metadata trailer is omitted, so
 * that the bytecode depends only on the code and not on comments.
 */
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'metadata'] } },
} as const;

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

const require = createRequire(import.meta.url);

/** Source texts by the name with which other sources import them. */
export type Sources = Readonly<Record<string, { readonly content: string }>>;

type Output = v.InferOutput<typeof outputSchema>;

/** The compiler input of one contract: the contract's own sources and all sources that they import. */
export type ContractInput = {
  readonly sourceName: string;
  readonly artifactsDir: string;
  readonly sources: Sources;
  /**
   * Whether operators deploy the contract. If so, the compiler's standard JSON input is stored too, because verification services need it.
   */
  readonly isProduct: boolean;
};

/** Reads the sources of every contract in `contractDirs`. Nothing is compiled. */
export function contractInputs(): readonly ContractInput[] {
  const { dirOf, sources } = readSources();
  return [...dirOf].map(([sourceName, artifactsDir]) => ({
    ...{ sourceName, artifactsDir, isProduct: isProductContract(sourceName, artifactsDir) },
    sources: withImports(sourceName, sources),
  }));
}

/** Returns those fields of an artifact that depend only on the sources and the compiler version, not on the compiler's output. */
export function expectedRecord({ sourceName, sources, isProduct }: ContractInput) {
  const lines = Object.entries(sources).map(([name, { content }]) => `${name} ${keccak256(toBytes(content))}`);
  const standardJson = inputOf(sources);
  return {
    artifact: {
      ...recordOf(sourceName),
      sourceHash: hashOfLines(lines),
      ...(isProduct ? { buildHash: buildHashOf(standardJson) } : {}),
    },
    standardJson: isProduct ? standardJson : null,
  };
}

/**
 * Compiles one contract from its own sources.
 * @throws the errors of `compileContracts`
 */
export function compileContract({ sourceName, sources }: ContractInput): Pick<Artifact, 'abi' | 'bytecode' | 'deployedBytecode'> {
  return codeOf(contractIn(compile(sources), sourceName));
}

/**
 * Compiles every contract in `contractDirs` with the pinned solc. Takes about twenty seconds. A contract that operators deploy is compiled
 * from its own sources alone, so that everybody with these sources gets the same bytecode.
 * @returns artifacts sorted by contract name
 * @throws Error with solc's own message when it reports an error or a warning: warnings in contracts that hold money are errors
 */
export function compileContracts(): Compiled[] {
  const { dirOf, sources } = readSources();
  const output = compile(sources);
  return [...dirOf]
    .map(([sourceName, artifactsDir]): Compiled => {
      const contract = contractIn(output, sourceName);
      if (!isProductContract(sourceName, artifactsDir)) return { artifact: artifactOf(sourceName, contract), artifactsDir };
      const own = sourcesOf(contract.metadata, sources);
      const standardJson = inputOf(own);
      const artifact = { ...artifactOf(sourceName, contractIn(compile(own), sourceName)), buildHash: buildHashOf(standardJson) };
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
  return v.parse(
    outputSchema,
    runSolc(inputOf(sources), () => true),
  );
}

const inputOf = (sources: Sources) => JSON.stringify({ language: 'Solidity', sources, settings });

/** Returns the sources from which a contract was compiled, including imports. The compiler's metadata lists them. */
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
  return { ...recordOf(sourceName), sourceHash: sourceHash(contract.metadata), ...codeOf(contract) };
}

function recordOf(sourceName: string) {
  return {
    contractName: basename(sourceName, '.sol'),
    sourceName,
    solcVersion: solcVersion(),
    evmVersion: settings.evmVersion,
    optimizerRuns: settings.optimizer.runs,
  };
}

function codeOf({ abi, evm }: ReturnType<typeof contractIn>) {
  const [bytecode, deployedBytecode] = [`0x${evm.bytecode.object}`, `0x${evm.deployedBytecode.object}`] as const;
  return { abi, bytecode, deployedBytecode };
}

function isProductContract(sourceName: string, artifactsDir: string): boolean {
  const known: readonly string[] = productContracts;
  return artifactsDir === contractDirs.product.artifacts && known.includes(basename(sourceName, '.sol'));
}

function buildHashOf(standardJson: string): `0x${string}` {
  return `0x${createHash('sha256').update(`${solcVersion()}\n${standardJson}`).digest('hex')}`;
}

/** Computes the SHA-256 over the hashes of all sources of a contract, including imports. */
function sourceHash(metadata: string): string {
  const { sources } = v.parse(metadataSchema, JSON.parse(metadata));
  const lines = Object.entries(sources).map(([path, { keccak256 }]) => `${path} ${keccak256}`);
  return hashOfLines(lines);
}

function hashOfLines(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

/**
 * Returns a source and everything that it imports, sorted by name. It reads the import statements itself, so that no compilation is needed.
 */
function withImports(sourceName: string, ours: Sources): Sources {
  const found: Record<string, { content: string }> = {};
  const open = [sourceName];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found[name] !== undefined) continue;
    const content = ours[name]?.content ?? readFileSync(require.resolve(name), 'utf8');
    found[name] = { content };
    for (const [, path = ''] of content.matchAll(/^\s*(?:import|\}\s*from)[^"']*["']([^"']+)["'];/gm))
      open.push(path.startsWith('.') ? posix.join(posix.dirname(name), path) : path);
  }
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function solidityFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => join(dir, name));
}
