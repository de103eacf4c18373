import type { Wire } from './wire.ts';

/** The resources of an attack: a service, and data about it that is public. */
export type Front = {
  readonly wire: Wire;
  /** The size of the attack: 1 for a run of a second or two, 10 for the campaign. */
  readonly size: number;
  readonly usdc: string;
  readonly weth: string;
  /** The operator's token, used to check that it works while wrong tokens are tried. */
  readonly token: string;
  /** Reports a violated guarantee, once for each text. */
  problem(what: string): void;
};

export type Attack = {
  readonly name: string;
  readonly run: (front: Front) => Promise<void>;
};

export const CHAIN = 31_337;
/** Returns a different wallet for each number; nobody has its key. */
export const walletOf = (nth: number): string => `0x${(0xabc0_0000_0000n + BigInt(nth)).toString(16).padStart(40, '0')}`;
export const json = (value: unknown): string => JSON.stringify(value);
