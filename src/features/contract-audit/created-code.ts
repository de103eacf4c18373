import { type Instruction, OP, pushedNumber } from '../../values/evm-instructions.ts';

/** A part of a contract's code, in bytes: from `from` up to, but not including, `to`. */
export type CodeRange = { readonly from: number; readonly to: number };

/** Number of instructions before a CODECOPY among which the position and the length of the copied bytes are searched. */
const BEFORE_COPY = 40;
/** Maximum number of CODECOPY instructions that are examined, so that malicious code with many of them does not take long. */
const MOST_COPIES = 32;
/** The least number of bytes of the code of a contract. Shorter copies are constants. */
const LEAST_BYTES = 16;

/**
 * Finds the parts of a contract's code that are the code of the contracts which it creates. Solc appends such a part after an INVALID
 * instruction, and copies it to memory by CODECOPY. A part to which the other code can jump is code of the contract itself.
 */
export function createdCodeIn(code: Uint8Array, instructions: readonly Instruction[]): readonly CodeRange[] {
  if (!instructions.some(({ op }) => op === OP.CREATE || op === OP.CREATE2)) return [];
  const found: CodeRange[] = [];
  const copies = [...instructions.keys()].filter((at) => instructions[at]?.op === OP.CODECOPY).slice(0, MOST_COPIES);
  const copied = copies.flatMap((at) => copiedBefore(instructions, at, code.length));
  for (const { from, to } of copied.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    // The codes of several created contracts follow each other, so their parts touch or overlap.
    if (last !== undefined && from <= last.to) found.splice(-1, 1, { from: last.from, to: Math.max(last.to, to) });
    else if (code[from - 1] === OP.INVALID) found.push({ from, to });
  }
  return found.filter((range) => !isJumpedInto(instructions, range));
}

/** Returns the parts of the code that a CODECOPY may copy, by all pairs of numbers that the code pushes shortly before it. */
function copiedBefore(instructions: readonly Instruction[], copy: number, length: number): readonly CodeRange[] {
  const pushed = instructions.slice(Math.max(0, copy - BEFORE_COPY), copy).flatMap((one) => pushedNumber(one) ?? []);
  return pushed.flatMap((from) =>
    pushed.flatMap((size) => (from > 0 && size >= LEAST_BYTES && from + size <= length ? [{ from, to: from + size }] : [])),
  );
}

/** Whether the code outside of a range pushes the position of a jump destination in the range. */
export function isJumpedInto(instructions: readonly Instruction[], { from, to }: CodeRange): boolean {
  const landings = new Set(instructions.filter(({ at, op }) => op === OP.JUMPDEST && at >= from && at < to).map(({ at }) => at));
  return landings.size > 0 && instructions.some((one) => (one.at < from || one.at >= to) && landings.has(pushedNumber(one) ?? -1));
}
