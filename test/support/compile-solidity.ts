import * as v from 'valibot';
import { hexSchema } from '../../src/contracts/artifact.ts';
import { runSolc } from '../../src/devnet/compile/solc.ts';

const hex = v.pipe(
  v.string(),
  v.transform((text) => `0x${text}`),
  hexSchema,
);
const outputSchema = v.object({
  contracts: v.optional(
    v.record(
      v.string(),
      v.record(
        v.string(),
        v.object({
          evm: v.object({
            deployedBytecode: v.object({ object: hex, opcodes: v.string() }),
            methodIdentifiers: v.record(v.string(), v.string()),
          }),
        }),
      ),
    ),
    {},
  ),
});

/** A contract that a test compiled. */
export type CompiledContract = {
  readonly code: `0x${string}`;
  /** The instructions of the code as solc itself lists them. */
  readonly opcodes: readonly string[];
  /** The selectors of the functions, as solc computes them, by signature. */
  readonly selectors: Readonly<Record<string, `0x${string}`>>;
};

/**
 * Compiles one Solidity source, which may import npm packages. Takes about half a second.
 * @returns the contracts of the source itself, by name
 */
export function compileSolidity(
  source: string,
  settings: { readonly optimizer?: object; readonly viaIR?: boolean; readonly evmVersion?: string; readonly metadata?: object } = {},
): Readonly<Record<string, CompiledContract>> {
  const input = {
    language: 'Solidity',
    sources: { 'source.sol': { content: `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n${source}` } },
    settings: {
      ...{ optimizer: { enabled: true, runs: 200 }, evmVersion: 'cancun', ...settings },
      outputSelection: { '*': { '*': ['evm.deployedBytecode', 'evm.methodIdentifiers'] } },
    },
  };
  const { contracts } = v.parse(
    outputSchema,
    runSolc(JSON.stringify(input), (severity) => severity === 'error'),
  );
  return Object.fromEntries(
    Object.entries(contracts['source.sol'] ?? {}).map(([name, { evm }]) => [
      name,
      {
        code: evm.deployedBytecode.object,
        opcodes: evm.deployedBytecode.opcodes.split(' '),
        selectors: Object.fromEntries(
          Object.entries(evm.methodIdentifiers).map(([signature, selector]) => [signature, `0x${selector}` as const]),
        ),
      },
    ]),
  );
}
