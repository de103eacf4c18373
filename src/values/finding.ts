import { CoxswainError } from './errors/coxswain-error.ts';
import { redactUrls } from './redact-urls.ts';

/** The result of one check of the command `doctor`, which examines an installation. */
export type Finding = {
  /** The check's name, such as `store` or `chain 137 executor`. */
  readonly check: string;
  readonly isOk: boolean;
  /** What the check has found, and what to do when it is not ok. The text contains no secrets. */
  readonly message: string;
};

export function ok(check: string, message: string): Finding {
  return { check, isOk: true, message: redactUrls(message) };
}

export function wrong(check: string, message: string): Finding {
  return { check, isOk: false, message: redactUrls(message) };
}

/**
 * Runs a check. When the check throws an error, the result is "not ok". Error messages of other libraries are not shown, because they may
 * contain URLs with keys.
 */
export async function looked(check: string, todo: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const reason = error instanceof CoxswainError ? error.message : 'The check failed.';
    return wrong(check, `${reason} ${todo}`);
  }
}

/**
 * Maximum difference between the clocks of nodes, in ms. With a larger difference, two nodes could run the same effect (docs/runtime.md).
 */
const MOST_SKEW_MS = 2_000;

/** Compares the clock of another system with the clock of this node. @param tookMs duration of the request that read the other clock */
export function clockFinding(check: string, theirMs: number, ourMs: number, tookMs: number): Finding {
  const skewMs = Math.round(theirMs - ourMs);
  const size = `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skewMs) <= MOST_SKEW_MS + tookMs) return ok(check, `its clock is ${size}`);
  return wrong(check, `Its clock is ${size}. Clocks may differ by at most ${MOST_SKEW_MS} ms. Set the clocks of both (NTP).`);
}
