import * as v from 'valibot';
import type { Abi } from 'viem';

/** Bytes as a 0x-prefixed hexadecimal string. */
export const hexSchema = v.custom<`0x${string}`>((input) => typeof input === 'string' && /^0x[0-9a-f]*$/i.test(input), 'expected 0x-hex');

/** Schema of an ABI. It accepts any list of objects with a type, without further checks, because the list comes from a compiler. */
export const abiSchema = v.custom<Abi>(
  (input) => Array.isArray(input) && input.every((entry) => typeof entry === 'object' && entry !== null && 'type' in entry),
  'expected an ABI',
);

/** One of our compiled contracts, as stored in the repository under `artifacts/`. */
export const artifactSchema = v.object({
  contractName: v.string(),
  sourceName: v.string(),
  solcVersion: v.string(),
  evmVersion: v.string(),
  optimizerRuns: v.number(),
  sourceHash: v.string(),
  abi: abiSchema,
  bytecode: hexSchema,
  deployedBytecode: hexSchema,
});

export type Artifact = v.InferOutput<typeof artifactSchema>;
