import type { KilledResult } from './measure/load.ts';

export type KillFinding = {
  /** Kill to the first answer to an attempt that was sent after it, the load's or the probe's. */
  readonly recoveryMs: number;
  /** Kill to the last answer to a request that was in hand at the kill; null: one was never answered. */
  readonly inHandMs: number | null;
  /** Requests that were answered with success, and those that never were. */
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Attempts that failed and were repeated with the same id. */
  readonly repeats: number;
  /** Acknowledged additions that the counters do not have. */
  readonly lost: number;
  /** Additions that the counters have beyond what was asked for. */
  readonly doubled: number;
  /** Of acknowledged requests: effects that never arrived. */
  readonly lostEffects: number;
  /** Arrivals of an effect beyond its first. */
  readonly doubledEffects: number;
  /** Effects that the system looked up before it sent them again. */
  readonly lookups: number;
};

export type KillEvidence = KilledResult & {
  readonly killedAtMs: number;
  /** When a new request, sent after the kill by nobody of the load, was answered: the load may all wait for what was in hand. */
  readonly probedAtMs: number;
  /** The counters by number of the actor, before the load and after it. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** How often each request's effect arrived, by the request's number. */
  readonly arrivals: readonly number[];
  readonly lookups: number;
};

/** What became of every request of a load during which the system was killed. Request n went to actor n modulo the number of actors. */
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
