import { concatHex, type Hex, numberToHex, size, toFunctionSelector } from 'viem';

/**
 * Builds the code of a contract that answers some functions with fixed bytes, whatever their arguments are, and reverts all other calls. It
 * simulates contracts of strangers, whose answers a test chooses.
 */
export function answeringContract(answers: Readonly<Record<string, Hex>>): Hex {
  const rows = Object.entries(answers).map(([signature, data]) => ({ selector: toFunctionSelector(`function ${signature}`), data }));
  const two = (value: number) => numberToHex(value, { size: 2 });
  // The beginning of the code: `PUSH1 0 CALLDATALOAD PUSH1 e0 SHR`. For each function follow `DUP1 PUSH4 EQ PUSH2 JUMPI` (11 bytes), and at
  // the end `PUSH1 0 DUP1 REVERT`.
  const head: Hex = '0x60003560e01c';
  const tail: Hex = '0x600080fd';
  const blocks = size(head) + 11 * rows.length + size(tail);
  /** The size of the code that returns one answer: JUMPDEST, PUSH2 length, DUP1, PUSH2 offset, PUSH1 0, CODECOPY, PUSH1 0, RETURN. */
  const blockSize = 14;
  let data = blocks + blockSize * rows.length;
  const jumps: Hex[] = [];
  const returns: Hex[] = [];
  for (const [at, row] of rows.entries()) {
    jumps.push(concatHex(['0x80', '0x63', row.selector, '0x14', '0x61', two(blocks + blockSize * at), '0x57']));
    returns.push(concatHex(['0x5b', '0x61', two(size(row.data)), '0x80', '0x61', two(data), '0x6000', '0x39', '0x6000', '0xf3']));
    data += size(row.data);
  }
  return concatHex([head, ...jumps, tail, ...returns, ...rows.map((row) => row.data)]);
}
