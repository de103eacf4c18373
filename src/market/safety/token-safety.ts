import type { Address } from '../../values/address.ts';
import type { SafetyFact } from '../../values/autopilot/facts.ts';

export type TokenSafety = {
  /**
   * Scans how safe tokens are to trade. The result contains every token, by `tokenKey`. Never throws: a failed scan has the score null and
   * a reason.
   */
  scan(tokens: readonly { readonly chainId: number; readonly address: Address }[]): Promise<ReadonlyMap<string, SafetyFact>>;
};

/** A source of safety scans of tokens. It must return null only for a token that it does not know, so that another source can be tried. */
export type SafetySource = {
  readonly name: string;
  /** How long the scores of this source are cached, in ms. */
  readonly keepMs: number;
  serves(chainId: number): boolean | Promise<boolean>;
  /** Scans how safe one token is to trade; an exception counts as a failed scan. */
  scan(chainId: number, address: Address, signal: AbortSignal): Promise<Scan>;
};

/**
 * The result of a token's safety scan. `score` is from 0 (unsafe) to 100. It is null when the scan failed for a reason that may be
 * temporary.
 */
export type Scan = { readonly score: number | null; readonly reason: string };
