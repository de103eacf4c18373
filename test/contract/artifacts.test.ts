import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { artifactSchema, hexSchema } from '../../src/contracts/artifact.ts';
import { loadProductArtifact, productContracts, standardJsonOf } from '../../src/contracts/load-artifact.ts';
import {
  type Compiled,
  compileContract,
  compileContracts,
  contractInputs,
  expectedRecord,
} from '../../src/devnet/compile/compile-contracts.ts';
import { generatedFiles } from '../../src/devnet/compile/generated-files.ts';
import { hasAllCases, someOf } from '../support/which-cases.ts';

const recordedSchema = v.object({ ...artifactSchema.entries, buildHash: v.optional(hexSchema) });

const inputs = contractInputs();
const nameOf = ({ sourceName }: { readonly sourceName: string }) => basename(sourceName, '.sol');

/** For each recorded contract artifact: the artifact, and the standard JSON input computed from its current sources. */
const recorded = inputs.map((input): Compiled => {
  const { standardJson } = expectedRecord(input);
  const { buildHash, ...artifact } = v.parse(
    recordedSchema,
    JSON.parse(readFileSync(join(input.artifactsDir, `${nameOf(input)}.json`), 'utf8')),
  );
  return {
    artifact: { ...artifact, ...(buildHash === undefined ? {} : { buildHash }) },
    artifactsDir: input.artifactsDir,
    ...(standardJson === null ? {} : { standardJson }),
  };
});
const files = generatedFiles(recorded);

function staleAmong(expected: typeof files): readonly string[] {
  return expected.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text).map(({ path }) => path);
}

test.each(inputs.map((input) => [nameOf(input), input] as const))(
  'the artifact of %s was made of its sources as they are, by the pinned compiler (else run: npm run contracts)',
  (name, input) => {
    const { artifact } = recorded.find((one) => one.artifact.contractName === name) ?? {};
    expect(artifact).toMatchObject(expectedRecord(input).artifact);
  },
);

test('the ABIs and the standard JSON inputs are those of the artifacts and the sources', () => {
  expect(staleAmong(files)).toEqual([]);
});

// The compiler takes seconds of processor time for each contract.
test.each(someOf([...productContracts]))(
  '%s compiles from its own sources to exactly the recorded code',
  (name) => {
    const input = inputs.find((one) => nameOf(one) === name);
    if (input === undefined) throw new Error(`${name} has no sources`);
    expect(loadProductArtifact(name)).toMatchObject(compileContract(input));
  },
  180_000,
);

if (hasAllCases) {
  test('all contracts compile together to exactly the recorded artifacts', () => {
    expect(staleAmong(generatedFiles(compileContracts()))).toEqual([]);
  }, 240_000);
}

test('no artifact or ABI of a removed contract is left', () => {
  const expected = new Set(files.map(({ path }) => path));
  const present = [...new Set(files.map(({ path }) => dirname(path)))].flatMap((dir) =>
    readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${dir}/${entry.name}`] : [])),
  );
  expect(present.filter((path) => !expected.has(path))).toEqual([]);
});

test.each([...productContracts])('%s fits under the 24,576 byte limit of EIP-170', (name) => {
  expect((loadProductArtifact(name).deployedBytecode.length - 2) / 2).toBeLessThan(24_576);
});

test.each([...productContracts])('the standard JSON input of %s has all of its sources', (name) => {
  const input: { sources: Record<string, { content: string }> } = JSON.parse(standardJsonOf(name));
  for (const { content } of Object.values(input.sources)) {
    // Each import in a Solidity source must be the name of an existing source, or a path relative to one.
    for (const [, path = ''] of content.matchAll(/^\s*(?:import|\}\s*from)[^"']*["']([^"']+)["'];/gm)) {
      expect(Object.keys(input.sources).some((known) => known === path || known.endsWith(path.replace(/^[./]+/, '')))).toBe(true);
    }
  }
});
