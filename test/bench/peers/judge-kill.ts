import type { KilledResult } from './measure/load.ts';

export type KillFinding = {
  /** Milliseconds from the kill to the first reply to an attempt that the load or the probe sent after the kill. */
  readonly recoveryMs: number;
  /** Milliseconds from the kill to the last reply to a request in flight at the kill; null when one was never answered. */
  readonly inHandMs: number | null;
  /** Numbers of requests that were answered with success, and that were never answered. */
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Number of attempts that failed and were repeated with the same id. */
  readonly repeats: number;
  /** Number of acknowledged additions that are missing in the counters. */
  readonly lost: number;
  /** Number of additions in the counters that were never requested. */
  readonly doubled: number;
  /** Number of effects of acknowledged requests that never arrived. */
  readonly lostEffects: number;
  /** Number of duplicate arrivals of effects. */
  readonly doubledEffects: number;
  /** Number of effects that the system looked up before it sent them again. */
  readonly lookups: number;
};

export type KillEvidence = KilledResult & {
  readonly killedAtMs: number;
  /**
   * Time of the reply to a new request of the probe, sent after the kill. The probe is needed because all clients of the load may be
   * waiting for older requests.
   */
  readonly probedAtMs: number;
  /** Values of the counters by actor number, before and after the load. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Number of arrivals of each request's effect, by request number. */
  readonly arrivals: readonly number[];
  readonly lookups: number;
};

/**
 * Computes the outcome of every request of a load during which the system was killed. Request n was sent to actor n modulo the number of
 * actors.
 */
export function judgeKill({ killedAtMs, probedAtMs, answers, repeats, before, after, arrivals, lookups }: KillEvidence): KillFinding {
  const acknowledgedOf = before.map(() => 0);
  const unansweredOf = before.map(() => 0);
  let lostEffects = 0;
  let doubledEffects = 0;
  const sentAfter: number[] = [];
  const inHand: (number | null)[] = [];
  answers.forEach((answer, n) => {
    const actor = n % before.length;
    const arrived = arrivals[n] ?? 0;
    doubledEffects += Math.max(0, arrived - 1);
    if (answer === null) {
      unansweredOf[actor] = (unansweredOf[actor] ?? 0) + 1;
      inHand.push(null);
      return;
    }
    const [firstSentAt, sentAt, answeredAt] = answer;
    acknowledgedOf[actor] = (acknowledgedOf[actor] ?? 0) + 1;
    if (arrived === 0) lostEffects += 1;
    if (sentAt > killedAtMs) sentAfter.push(answeredAt);
    if (firstSentAt <= killedAtMs && answeredAt > killedAtMs) inHand.push(answeredAt);
  });
  let lost = 0;
  let doubled = 0;
  before.forEach((count, actor) => {
    const added = (after[actor] ?? 0) - count;
    const acknowledged = acknowledgedOf[actor] ?? 0;
    lost += Math.max(0, acknowledged - added);
    doubled += Math.max(0, added - acknowledged - (unansweredOf[actor] ?? 0));
  });
  const answeredInHand = inHand.filter((at) => at !== null);
  return {
    recoveryMs: Math.min(probedAtMs, ...sentAfter) - killedAtMs,
    inHandMs: answeredInHand.length < inHand.length ? null : Math.max(killedAtMs, ...answeredInHand) - killedAtMs,
    acknowledged: sum(acknowledgedOf),
    unanswered: sum(unansweredOf),
    repeats,
    lost,
    doubled,
    lostEffects,
    doubledEffects,
    lookups,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
