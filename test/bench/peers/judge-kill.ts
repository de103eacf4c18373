import type { KilledResult } from './measure/load.ts';

export type KillFinding = {
  /** Recovery time: milliseconds from the kill to the first reply to a request that the load or the probe sent after the kill. */
  readonly recoveryMs: number;
  /**
   * Milliseconds from the kill until every request that was unanswered at the kill had a reply; null when one of them was never answered.
   */
  readonly inHandMs: number | null;
  /** Number of requests that were answered with success (`acknowledged`), and that were never answered (`unanswered`). */
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Number of attempts at requests that failed and were repeated with the same id. */
  readonly repeats: number;
  /** Number of additions that were acknowledged but are missing in the counters. */
  readonly lost: number;
  /** Number of additions in the counters that no client requested. */
  readonly doubled: number;
  /** Number of effects of acknowledged requests that never arrived at the collector. */
  readonly lostEffects: number;
  /** Number of effects that arrived at the collector more than once. */
  readonly doubledEffects: number;
  /** Number of effects that the system looked up at the collector before it sent them again. */
  readonly lookups: number;
};

export type KillEvidence = KilledResult & {
  readonly killedAtMs: number;
  /**
   * Time (epoch ms) of the first reply to the probe, which is a new request sent after the kill. The clients of the load cannot show when
   * the system answers new requests, because all of them may still be waiting for replies to older requests.
   */
  readonly probedAtMs: number;
  /** Values of the counters by actor number: `before` and `after` the load. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Number of times that each request's effect arrived, by request number. */
  readonly arrivals: readonly number[];
  readonly lookups: number;
};

/**
 * Evaluates a load during which the system was killed: which requests, additions and effects were lost or done twice. Request number n of
 * the load went to the actor with the number n modulo the number of actors.
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
