import { expect, test } from 'bun:test';
import type { LookedStep } from '../../../src/deployment/steps/look-at-steps.ts';
import { safeBatches, safeChecksum, unsignedTransactions } from '../../../src/deployment/steps/transaction-files.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';

const SAFE = parseAddress(`0x${'5a'.repeat(20)}`);
const OTHER = parseAddress(`0x${'0b'.repeat(20)}`);
const TO = parseAddress(`0x${'70'.repeat(20)}`);

function needed(id: string, units: bigint, sender: Address | null = null): LookedStep {
  return {
    step: { id, what: `Do ${id}`, sender, look: async () => ({ kind: 'done', note: '' }) },
    state: { kind: 'needed', call: { to: TO, data: '0xabcd', value: 7n }, roughGas: units, isReady: true },
    gas: { units, isMeasured: true, dataFeeWei: 0n, costWei: 1n },
  };
}
const done: LookedStep = { ...needed('done', 1n), state: { kind: 'done', note: 'there' }, gas: null };

test("the checksum is the transaction builder's own", () => {
  // A file that version 1.18.2 of the Safe's transaction builder has written.
  const file = {
    version: '1.0',
    chainId: '1',
    createdAt: 1761326849944,
    meta: {
      name: 'Transactions Batch',
      description: '',
      txBuilderVersion: '1.18.2',
      createdFromSafeAddress: '0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6',
      createdFromOwnerAddress: '',
      checksum: '0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989',
    },
    transactions: [
      {
        to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        value: '0',
        data: null,
        contractMethod: {
          inputs: [
            { internalType: 'address', name: 'spender', type: 'address' },
            { internalType: 'uint256', name: 'value', type: 'uint256' },
          ],
          name: 'approve',
          payable: false,
        },
        contractInputsValues: { spender: '0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8', value: '100000000000' },
      },
    ],
  };
  expect(safeChecksum(file)).toBe(file.meta.checksum);
  expect(safeChecksum({ ...file, transactions: [] })).not.toBe(file.meta.checksum);
});

test('the unsigned file has what is needed, in order, with who must send it', () => {
  expect(unsignedTransactions(8453, [needed('a', 5n), done, needed('b', 6n, SAFE)])).toEqual({
    chainId: 8453,
    transactions: [
      { step: 'a', what: 'Do a', from: null, to: TO, value: '7', data: '0xabcd', gas: '5' },
      { step: 'b', what: 'Do b', from: SAFE, to: TO, value: '7', data: '0xabcd', gas: '6' },
    ],
  });
});

test('Safe files hold at most 12 million gas each, keep the order, and leave out what the Safe cannot send', () => {
  const looked = [needed('a', 5_000_000n), needed('b', 6_000_000n, SAFE), needed('c', 5_000_000n), needed('d', 1n, OTHER), done];
  const batches = safeBatches(8453, SAFE, looked, 1_700_000_000_000);
  expect(batches.map(({ meta }) => meta)).toMatchObject([
    { name: 'Coxswain contracts, part 1 of 2', description: 'Do a; Do b' },
    { name: 'Coxswain contracts, part 2 of 2', description: 'Do c' },
  ]);
  expect(batches[1]).toMatchObject({
    version: '1.0',
    chainId: '8453',
    createdAt: 1_700_000_000_000,
    transactions: [
      { to: '0x7070707070707070707070707070707070707070', value: '7', data: '0xabcd', contractMethod: null, contractInputsValues: null },
    ],
  });
});
