import type { SafetyFact } from '../../values/autopilot/facts.ts';

export type TokenSafety = {
  /** By `tokenKey`; every token is answered. It never throws: what cannot be scanned has the score null, and says why. */
  scan(tokens: readonly { readonly chainId: number; readonly address: string }[]): Promise<ReadonlyMap<string, SafetyFact>>;
};

/** One way to scan. Invariant: it answers null only for what it does not know at all, so that another way may be tried. */
export type SafetySource = {
  readonly name: string;
  /** How long a score of it is kept. */
  readonly keepMs: number;
  serves(chainId: number): boolean | Promise<boolean>;
  /** What it throws counts as a failure of the scan. */
  scan(chainId: number, address: string, signal: AbortSignal): Promise<Scan>;
};

/** `score` null: it could not be scanned, for a reason that may be gone in a minute. */
export type Scan = { readonly score: number | null; readonly reason: string };
