import type { Hex } from '../../platform/chain/chain.ts';

/** The occurrences of an opcode in a contract's code: their number, and the position of the first one in bytes. */
export type Seen = { readonly count: number; readonly firstAt: number };

/** The facts that the instructions of a contract's code show. */
export type CodeWalk = {
  /** The number of bytes of the contract's code. */
  readonly bytes: number;
  /** The number of bytes of the compiler's metadata at the end of the code. They are not instructions. */
  readonly metadataBytes: number;
  readonly instructions: number;
  /** The functions of the contract, as selectors (four bytes in hex), in the order in which the code compares the call with them. */
  readonly selectors: readonly Hex[];
  readonly opcodes: { readonly [name in ReportedOpcode]?: Seen };
};

const REPORTED = {
  50: 'ORIGIN',
  84: 'SLOAD',
  85: 'SSTORE',
  240: 'CREATE',
  241: 'CALL',
  242: 'CALLCODE',
  244: 'DELEGATECALL',
  245: 'CREATE2',
  250: 'STATICCALL',
  255: 'SELFDESTRUCT',
} as const;

export type ReportedOpcode = (typeof REPORTED)[keyof typeof REPORTED];

const JUMPDEST = 0x5b;
const JUMPI = 0x57;
const PUSH0 = 0x5f;
const PUSH1 = 0x60;
const PUSH2 = 0x61;
const PUSH32 = 0x7f;
const COMPARES: ReadonlySet<number> = new Set([0x14, 0x03, 0x18]);
/** EVM opcodes after which the next instruction is not executed, unless the code jumps to that instruction. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]);
/** Maximum size of the examined code in bytes. Most chains allow 24,576 bytes for a contract, and some allow more. */
const MOST_BYTES = 262_144;
const MOST_SELECTORS = 512;

type Instruction = { readonly at: number; readonly op: number; readonly pushed: Uint8Array };

/**
 * Reads the instructions of a contract's code one after the other. It skips the data bytes of PUSH instructions. It also skips the bytes
 * between an instruction that ends the execution (such as STOP or RETURN) and the next jump destination, because compilers store constants
 * there.
 */
export function walkCode(code: Hex): CodeWalk {
  const all = Uint8Array.from(Buffer.from(code.slice(2, 2 + 2 * MOST_BYTES), 'hex'));
  const metadataBytes = metadataIn(all);
  const bytes = all.subarray(0, all.length - metadataBytes);
  const opcodes: { [name in ReportedOpcode]?: { count: number; firstAt: number } } = {};
  const selectors = new Set<Hex>();
  const last: Instruction[] = [];
  let instructions = 0;
  let isReached = true;
  for (let at = 0; at < bytes.length; at += 1) {
    const op = bytes[at] ?? 0;
    const length = op >= PUSH1 && op <= PUSH32 ? op - PUSH0 : 0;
    if (op === JUMPDEST) isReached = true;
    if (isReached) {
      instructions += 1;
      const name = isReported(op) ? REPORTED[op] : null;
      if (name !== null) opcodes[name] = { count: (opcodes[name]?.count ?? 0) + 1, firstAt: opcodes[name]?.firstAt ?? at };
      last.push({ at, op, pushed: bytes.subarray(at + 1, at + 1 + length) });
      if (last.length > 6) last.shift();
      const selector = op === JUMPI ? comparedIn(last) : null;
      if (selector !== null && selectors.size < MOST_SELECTORS) selectors.add(selector);
      if (ENDS.has(op)) isReached = false;
    }
    at += length;
  }
  return { bytes: all.length, metadataBytes, instructions, selectors: [...selectors], opcodes };
}

function isReported(op: number): op is keyof typeof REPORTED {
  return Object.hasOwn(REPORTED, op);
}

/**
 * Returns the selector (four bytes that identify a function) that the code compares before a conditional jump; null when there is no such
 * comparison. The code pushes a value of at most four bytes, compares it, and pushes the jump destination. Compilers write the comparison
 * as EQ, SUB or XOR, with a DUP before or after the value.
 */
function comparedIn(last: readonly Instruction[]): Hex | null {
  const [target, ...before] = last.slice(0, -1).toReversed();
  if (target === undefined || (target.op !== PUSH1 && target.op !== PUSH2 && target.op !== PUSH2 + 1)) return null;
  const compare = before.findIndex(({ op }) => COMPARES.has(op));
  if (compare < 0 || compare > 1) return null;
  const value = before.slice(compare + 1, compare + 3).find(({ op }) => op >= PUSH2 && op <= PUSH1 + 3);
  if (value === undefined) return null;
  return `0x${Buffer.from(value.pushed).toString('hex').padStart(8, '0')}`;
}

/**
 * Returns the length of the metadata that solc and vyper append to the code. The last two bytes of the code state this length. Returns 0
 * when there is no metadata.
 */
function metadataIn(code: Uint8Array): number {
  const length = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  const start = code.length - 2 - length;
  const first = code[start] ?? 0;
  // Metadata is encoded as CBOR. It begins with a map of one to seven entries, or with a list.
  const isCbor = (first >= 0xa1 && first <= 0xa7) || (first >= 0x81 && first <= 0x87);
  return length > 0 && start > 0 && isCbor ? length + 2 : 0;
}
