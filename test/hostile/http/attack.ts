import type { Wire } from './wire.ts';

/** What an attack has: a service, and what everybody may know of it. */
export type Front = {
  readonly wire: Wire;
  /** How much of everything: 1 for a look that takes a second or two, 10 for the campaign. */
  readonly size: number;
  readonly usdc: string;
  readonly weth: string;
  /** Of an operator, to see that the right one works while wrong ones are tried. */
  readonly token: string;
  /** Says what did not hold, once for each text. */
  problem(what: string): void;
};

export type Attack = {
  readonly name: string;
  readonly run: (front: Front) => Promise<void>;
};

export const CHAIN = 31_337;
/** A wallet for each number, of which nobody has the key. */
export const walletOf = (nth: number): string => `0x${(0xabc0_0000_0000n + BigInt(nth)).toString(16).padStart(40, '0')}`;
export const json = (value: unknown): string => JSON.stringify(value);
