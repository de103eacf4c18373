import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { toFunctionSelector } from 'viem';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import { walkCode } from '../../../../src/features/contract-audit/walk-code.ts';

const folder = (path: string) => readdirSync(new URL(`../../../../src/${path}`, import.meta.url));
const names = [...folder('devnet/artifacts'), ...folder('contracts/artifacts')].flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
);

test('the walk finds exactly the functions of every contract of the repository', () => {
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const { abi, deployedBytecode } = loadArtifact(name);
    // An abstract contract has no code.
    if (deployedBytecode === '0x') continue;
    const own = abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []));
    const found = walkCode(deployedBytecode).selectors;
    expect([name, own.filter((selector) => !found.includes(selector))]).toEqual([name, []]);
    // A contract that creates others, or calls others with a comparison, may have a few more.
    expect(found.length).toBeLessThanOrEqual(own.length + 8);
  }
});

test('what a PUSH instruction carries is no instruction', () => {
  // PUSH2 f4ff, POP, STOP: the bytes of DELEGATECALL and SELFDESTRUCT are data.
  expect(walkCode('0x61f4ff5000').opcodes).toEqual({});
  // PUSH32 with only a part of its data at the end of the code.
  expect(walkCode('0x7fff').opcodes).toEqual({});
  expect(walkCode('0xf4ff').opcodes).toEqual({ DELEGATECALL: { count: 1, firstAt: 0 }, SELFDESTRUCT: { count: 1, firstAt: 1 } });
});

test('what follows the end of a run counts only from the next place where a jump can land', () => {
  expect(walkCode('0x00f4').opcodes).toEqual({});
  expect(walkCode('0x00f45bf4').opcodes).toEqual({ DELEGATECALL: { count: 1, firstAt: 3 } });
});

const ipfs = (hash: string) => `a2646970667358221220${hash}64736f6c63430008250033`;

test.each([
  ['of solc', ipfs('5bff'.repeat(16))],
  ['of an older solc', `a165627a7a72305820${'5bff'.repeat(16)}0029`],
  ['of vyper', 'a165767970657283005bff000b'.replace('5bff', '0309')],
  ['of a version of vyper with a large number', 'a165767970657283000418ff000c'],
])('the metadata %s at the end is not code', (_, metadata) => {
  expect(walkCode(`0x5b00${metadata}`)).toMatchObject({ metadataBytes: metadata.length / 2, instructions: 2, opcodes: {} });
});

test.each([
  ['a map of unknown names', '5b00a15bff64ff0005'],
  ['a false length', `5b00${'5bff'.repeat(16)}0020`],
  ['a map with bytes after it', '5b00a165767970657283000309ff000c'],
  ['a map with too few bytes', '5b00a165767970657283005bff000a'],
  ['nothing before it', ipfs('5bff'.repeat(16))],
])('code that ends in something like metadata is code: %s', (_, code) => {
  expect(walkCode(`0x${code}`).metadataBytes).toBe(0);
});

test('metadata into which the code jumps is code', () => {
  // PUSH1 0x0d, JUMP: byte 13 is the first one of the hash, which is JUMPDEST, SELFDESTRUCT.
  const walk = walkCode(`0x600d56${ipfs('5bff'.repeat(16))}`);
  expect(walk).toMatchObject({ metadataBytes: 0, opcodes: { SELFDESTRUCT: { count: 16, firstAt: 14 } } });
  expect(walkCode(`0x600056${ipfs('5bff'.repeat(16))}`).opcodes).toEqual({});
});

test('the code of a wallet that runs the code of a contract has no instructions', () => {
  // The code of a wallet that delegates to an address (EIP-7702), whose bytes are those of JUMPDEST and SELFDESTRUCT.
  expect(walkCode(`0xef0100${'5bff'.repeat(10)}`)).toMatchObject({ bytes: 23, instructions: 0, selectors: [], opcodes: {} });
});

test.each([
  ['DUP1 PUSH4 EQ PUSH2 JUMPI', '0x80631234567814610010575b00'],
  ['PUSH4 DUP2 EQ PUSH1 JUMPI', '0x6312345678811460105700'],
  ['PUSH4 DUP2 SUB PUSH2 JUMPI', '0x6312345678810361001057'],
  ['PUSH4 DUP2 XOR PUSH2 JUMPI', '0x6312345678811861001057'],
])('a dispatcher that compares by %s is read', (_, code) => {
  expect(walkCode(code as `0x${string}`).selectors).toEqual(['0x12345678']);
});

test('a selector with leading zeros is pushed with fewer bytes', () => {
  expect(walkCode('0x8062345678146100105700').selectors).toEqual(['0x00345678']);
});

test('hostile code ends quickly and within bounds', () => {
  const many: string[] = [];
  for (let at = 0; at < 3_000; at += 1) many.push(`8063${at.toString(16).padStart(8, '0')}1461001057`);
  const walk = walkCode(`0x${many.join('')}`);
  expect(walk.selectors).toHaveLength(512);
  expect(walkCode(`0x${'5b'.repeat(400_000)}`).instructions).toBe(262_144);
  expect(walkCode('0x').instructions).toBe(0);
});

test('each reported instruction is recognized by its own byte, and no other byte is reported', () => {
  // The bytes are those of the Ethereum Yellow Paper, appendix H.
  const reported = Array.from({ length: 256 }, (_, op) => op).flatMap((op) =>
    Object.keys(walkCode(`0x${op.toString(16).padStart(2, '0')}`).opcodes).map((name) => [name, op]),
  );
  expect(Object.fromEntries(reported)).toEqual({
    ...{ ORIGIN: 0x32, SLOAD: 0x54, SSTORE: 0x55, CREATE: 0xf0, CALL: 0xf1, CALLCODE: 0xf2, DELEGATECALL: 0xf4, CREATE2: 0xf5 },
    ...{ STATICCALL: 0xfa, SELFDESTRUCT: 0xff },
  });
  expect(reported).toHaveLength(10);
});
