import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** One thing that was looked at. */
export type Finding = {
  /** Such as `store`, `chain 137 executor`. */
  readonly check: string;
  readonly isOk: boolean;
  /** What was found; when it is not ok, what to do. No secrets. */
  readonly message: string;
};

export function ok(check: string, message: string): Finding {
  return { check, isOk: true, message: redactUrls(message) };
}

export function wrong(check: string, message: string): Finding {
  return { check, isOk: false, message: redactUrls(message) };
}

/** What cannot be looked at is not ok. Errors that are not ours are not quoted: they may hold addresses with keys. */
export async function looked(check: string, todo: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const reason = error instanceof CoxswainError ? error.message : 'It could not be looked at.';
    return wrong(check, `${reason} ${todo}`);
  }
}

/** Nodes may differ by this much before claims on effects are judged wrongly (docs/runtime.md). */
const MOST_SKEW_MS = 2_000;

/** @param tookMs how long the question was under way: the answer is from somewhere within */
export function clockFinding(check: string, theirMs: number, ourMs: number, tookMs: number): Finding {
  const skewMs = Math.round(theirMs - ourMs);
  const size = `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skewMs) <= MOST_SKEW_MS + tookMs) return ok(check, `its clock is ${size}`);
  return wrong(check, `Its clock is ${size}. Nodes must agree within ${MOST_SKEW_MS} ms: set the clocks of both (NTP).`);
}
