import { createHash } from 'node:crypto';
import { canonicalJson } from '../../values/canonical-json.ts';

/** Computes the SHA-256 of the canonical JSON of several values in sequence, in lowercase hex. */
export type ValueHash = { add(value: unknown): void; hex(): string };

export function createValueHash(): ValueHash {
  const hash = createHash('sha256');
  return {
    add: (value) => {
      // The values are separated by line breaks. Canonical JSON contains no line break, so different lists of values never result in the
      // same text.
      hash.update(`${canonicalJson(value)}\n`);
    },
    hex: () => hash.digest('hex'),
  };
}

/** Combines hashes to a sum that does not depend on their order, because two stores may return items of equal age in different orders. */
export type HashSum = { add(hex: string): void; hex(): string };

const MODULUS = 1n << 256n;

export function createHashSum(): HashSum {
  let sum = 0n;
  return {
    add: (hex) => {
      sum = (sum + BigInt(`0x${hex}`)) % MODULUS;
    },
    hex: () => sum.toString(16).padStart(64, '0'),
  };
}
