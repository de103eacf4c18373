import { createHash } from 'node:crypto';
import { canonicalJson } from '../../values/canonical-json.ts';

/** SHA-256 of the values' canonical JSON, one behind the other, in lowercase hex. */
export type ValueHash = { add(value: unknown): void; hex(): string };

export function createValueHash(): ValueHash {
  const hash = createHash('sha256');
  return {
    add: (value) => {
      // No canonical JSON holds a line break, so that no two lists of values make one text.
      hash.update(`${canonicalJson(value)}\n`);
    },
    hex: () => hash.digest('hex'),
  };
}

/** One hash of many that does not depend on their order: two stores give what is equally old in different orders. */
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
