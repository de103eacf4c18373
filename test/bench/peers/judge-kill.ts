import type { KilledResult } from './measure/load.ts';

export type KillFinding = {
  /** From the kill to the first reply to an attempt sent after it, by the load or the probe, ms. */
  readonly recoveryMs: number;
  /** From the kill to the last reply to a request in flight at the kill, ms; null: one was never answered. */
  readonly inHandMs: number | null;
  /** The number of requests answered with success, and of those never answered. */
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Attempts that failed and were repeated with the same id. */
  readonly repeats: number;
  /** Acknowledged additions that are missing in the counters. */
  readonly lost: number;
  /** Additions in the counters that nobody requested. */
  readonly doubled: number;
  /** Effects of acknowledged requests that never arrived. */
  readonly lostEffects: number;
  /** Arrivals of effects beyond the first. */
  readonly doubledEffects: number;
  /** Effects that the system looked up before it sent them again. */
  readonly lookups: number;
};

export type KillEvidence = KilledResult & {
  readonly killedAtMs: number;
  /** When a new request of the probe, sent after the kill, was answered: all clients of the load may be waiting for older requests. */
  readonly probedAtMs: number;
  /** The counters by actor number, before and after the load. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** How often each request's effect arrived, by request number. */
  readonly arrivals: readonly number[];
  readonly lookups: number;
};

/**
 * Computes the outcome of every request of a load during which the system was killed. Request n went to actor n modulo the number of
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
