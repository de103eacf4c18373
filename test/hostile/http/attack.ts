import type { Wire } from './wire.ts';

/** What an attack can use: a running service, and public data about it. */
export type Front = {
  readonly wire: Wire;
  /** The size of the attacks: 1 for a run of a second or two, 10 for the whole campaign. */
  readonly size: number;
  readonly usdc: string;
  readonly weth: string;
  /** The operator's token. Attacks that try wrong tokens use it to check that the right one still works. */
  readonly token: string;
  /** Reports that a guarantee was violated. The same text is reported only once. */
  problem(what: string): void;
};

export type Attack = {
  readonly name: string;
  readonly run: (front: Front) => Promise<void>;
};

export const CHAIN = 31_337;
/** Returns a different wallet address for each number. Nobody has a key for these addresses. */
export const walletOf = (nth: number): string => `0x${(0xabc0_0000_0000n + BigInt(nth)).toString(16).padStart(40, '0')}`;
export const json = (value: unknown): string => JSON.stringify(value);
