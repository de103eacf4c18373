import type { Hex } from '../../platform/chain/chain.ts';
import { type Instruction, instructionsIn, OP, reachable } from '../../values/evm-instructions.ts';
import { createdCodeIn, isJumpedInto } from './created-code.ts';
import { metadataIn } from './metadata-tail.ts';

/** The occurrences of an opcode in a contract's code: their number, and the position of the first one in bytes. */
export type Seen = { readonly count: number; readonly firstAt: number };

export type SeenOpcodes = { readonly [name in ReportedOpcode]?: Seen };

/** The facts that the instructions of a contract's code show. */
export type CodeWalk = {
  /** False for code of another machine than the EVM. Its instructions were not read. */
  readonly isEvm: boolean;
  /** The number of bytes of the contract's code. */
  readonly bytes: number;
  /** False when the code is longer than the examined part of it. */
  readonly isWhole: boolean;
  /** The number of bytes of the compiler's metadata at the end of the code. They are not instructions. */
  readonly metadataBytes: number;
  readonly instructions: number;
  /** The functions of the contract, as selectors (four bytes in hex), in the order in which the code compares the call with them. */
  readonly selectors: readonly Hex[];
  readonly opcodes: SeenOpcodes;
  /** What the contract contains of the code of other contracts that it creates. */
  readonly created: { readonly bytes: number; readonly opcodes: SeenOpcodes };
};

const REPORTED = [
  ...['ORIGIN', 'SLOAD', 'SSTORE', 'CREATE', 'CALL'],
  ...['CALLCODE', 'DELEGATECALL', 'CREATE2', 'STATICCALL', 'SELFDESTRUCT'],
] as const satisfies readonly (keyof typeof OP)[];
export type ReportedOpcode = (typeof REPORTED)[number];
const REPORTED_BY_NUMBER: ReadonlyMap<number, ReportedOpcode> = new Map(REPORTED.map((name) => [OP[name], name]));

const COMPARES: ReadonlySet<number> = new Set([OP.EQ, OP.SUB, OP.XOR]);
/** Maximum size of the examined code in bytes. Most chains allow 24,576 bytes for a contract, and some allow more. */
const MOST_BYTES = 262_144;
const MOST_SELECTORS = 512;

/**
 * Reads the instructions of a contract's code one after the other. It skips the data bytes of PUSH instructions, the compiler's metadata,
 * and what no execution reaches.
 */
export function walkCode(code: Hex): CodeWalk {
  const bytes = Math.floor((code.length - 2) / 2);
  const examined = Uint8Array.from(Buffer.from(code.slice(2, 2 + 2 * MOST_BYTES), 'hex'));
  const all = instructionsIn(examined);
  const tail = { from: examined.length - metadataIn(examined), to: examined.length };
  // Instructions that are hidden in something like metadata are code as well when the rest of the code jumps to them.
  const end = isJumpedInto(all, tail) ? tail.to : tail.from;
  const created = createdCodeIn(examined, all);
  const isCreated = ({ at }: Instruction) => created.some(({ from, to }) => at >= from && at < to);
  const reached = reachable(all.filter(({ at }) => at < end));
  const own = created.length === 0 ? reached : reached.filter((one) => !isCreated(one));
  return {
    ...{ isEvm: true, bytes, isWhole: bytes <= MOST_BYTES, metadataBytes: tail.to - end, instructions: own.length },
    selectors: selectorsIn(own),
    opcodes: opcodesIn(own),
    created: {
      bytes: created.reduce((sum, { from, to }) => sum + to - from, 0),
      opcodes: created.length === 0 ? {} : opcodesIn(reached.filter(isCreated)),
    },
  };
}

/** The facts about code of another machine than the EVM, of which nothing but the length is known. */
export function notEvmCode(bytes: number): CodeWalk {
  return {
    ...{ isEvm: false, bytes, isWhole: true, metadataBytes: 0, instructions: 0, selectors: [], opcodes: {} },
    created: { bytes: 0, opcodes: {} },
  };
}

function opcodesIn(instructions: readonly Instruction[]): SeenOpcodes {
  const seen: { [name in ReportedOpcode]?: Seen } = {};
  for (const { at, op } of instructions) {
    const name = REPORTED_BY_NUMBER.get(op);
    if (name !== undefined) seen[name] = { count: (seen[name]?.count ?? 0) + 1, firstAt: seen[name]?.firstAt ?? at };
  }
  return seen;
}

function selectorsIn(instructions: readonly Instruction[]): readonly Hex[] {
  const selectors = new Set<Hex>();
  for (const [at, { op }] of instructions.entries()) {
    if (selectors.size === MOST_SELECTORS) break;
    const selector = op === OP.JUMPI ? comparedIn(instructions.slice(Math.max(0, at - 5), at)) : null;
    if (selector !== null) selectors.add(selector);
  }
  return [...selectors];
}

/**
 * Returns the selector (four bytes that identify a function) that the code compares before a conditional jump; null when there is no such
 * comparison. The code pushes a value of at most four bytes, compares it, and pushes the jump destination. Compilers write the comparison
 * as EQ, SUB or XOR, with a DUP before or after the value.
 */
function comparedIn(beforeJump: readonly Instruction[]): Hex | null {
  const [target, ...before] = beforeJump.toReversed();
  if (target === undefined || target.op < OP.PUSH1 || target.op > OP.PUSH3) return null;
  const compare = before.findIndex(({ op }) => COMPARES.has(op));
  if (compare < 0 || compare > 1) return null;
  const value = before.slice(compare + 1, compare + 3).find(({ op }) => op >= OP.PUSH2 && op <= OP.PUSH4);
  if (value === undefined) return null;
  return `0x${Buffer.from(value.pushed).toString('hex').padStart(8, '0')}`;
}
