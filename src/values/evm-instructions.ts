/** An instruction of a contract's code: its position in bytes, its opcode, and the data bytes that a PUSH instruction contains. */
export type Instruction = { readonly at: number; readonly op: number; readonly pushed: Uint8Array };

/** The numbers of EVM opcodes, as the Ethereum Yellow Paper and later EIPs define them. */
export const OP = {
  SUB: 0x03,
  EQ: 0x14,
  XOR: 0x18,
  ORIGIN: 0x32,
  CODECOPY: 0x39,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  PUSH1: 0x60,
  PUSH2: 0x61,
  PUSH3: 0x62,
  PUSH4: 0x63,
  PUSH16: 0x6f,
  PUSH20: 0x73,
  PUSH32: 0x7f,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
  STOP: 0x00,
} as const;

/** EVM opcodes after which the next instruction is not executed, unless the code jumps to that instruction. */
const ENDS: ReadonlySet<number> = new Set([OP.STOP, OP.JUMP, OP.RETURN, OP.REVERT, OP.INVALID, OP.SELFDESTRUCT]);
/**
 * The first byte of code that the EVM does not execute: the code of a wallet that runs another contract's code (EIP-7702), and formats that
 * EIP-3541 reserves.
 */
const RESERVED = 0xef;

/**
 * Reads the instructions of a contract's code one after the other, as the EVM does when it looks for jump destinations. The data bytes of
 * a PUSH instruction are no instructions. A PUSH at the end of the code may have fewer data bytes than it should.
 */
export function instructionsIn(code: Uint8Array): readonly Instruction[] {
  if (code[0] === RESERVED) return [];
  const found: Instruction[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const op = code[at] ?? OP.STOP;
    const length = op >= OP.PUSH1 && op <= OP.PUSH32 ? op - OP.PUSH0 : 0;
    found.push({ at, op, pushed: code.subarray(at + 1, at + 1 + length) });
    at += length;
  }
  return found;
}

/**
 * Omits the instructions between one that ends the execution (such as STOP or RETURN) and the next jump destination, because no execution
 * reaches them. Compilers store constants there.
 */
export function reachable(instructions: readonly Instruction[]): readonly Instruction[] {
  let isReached = true;
  return instructions.filter(({ op }) => {
    if (op === OP.JUMPDEST) isReached = true;
    const isKept = isReached;
    if (ENDS.has(op)) isReached = false;
    return isKept;
  });
}

/** Returns the number that a PUSH instruction pushes; null for other instructions, and for numbers that are too large for a position. */
export function pushedNumber({ op, pushed }: Instruction): number | null {
  if (op < OP.PUSH1 || op > OP.PUSH1 + 3) return null;
  return pushed.reduce((sum, byte) => sum * 256 + byte, 0);
}
