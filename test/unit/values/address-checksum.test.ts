import { expect, test } from 'bun:test';
import { getAddress } from 'viem';
import { hasWrongChecksum } from '../../../src/values/address-checksum.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const digit = fc.constantFrom(...'0123456789abcdef');

test('the checksum of an address is that of EIP-55', () => {
  fc.assert(
    fc.property(fc.array(digit, { minLength: 40, maxLength: 40 }), (digits) => {
      const lowered = `0x${digits.join('')}`;
      const mixed = getAddress(lowered);
      expect([lowered, `0x${digits.join('').toUpperCase()}`, mixed].map(hasWrongChecksum)).toEqual([false, false, false]);
      const at = mixed.slice(2).search(/[a-f]/i) + 2;
      const letter = mixed[at] ?? '';
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changed = mixed.slice(0, at) + other + mixed.slice(at + 1);
      const isMixed = changed.slice(2) !== changed.slice(2).toLowerCase() && changed.slice(2) !== changed.slice(2).toUpperCase();
      expect(at < 2 || hasWrongChecksum(changed)).toBe(at < 2 || isMixed);
    }),
    { numRuns: 200 },
  );
});
