import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Outage } from '../../values/inspection/outage.ts';
import type { Why, WhyHead } from '../../values/inspection/why.ts';

/** The code that means, in the explanation of a waiting actor, that an outage is the reason. */
const OUTAGE = 'outage';

/**
 * Returns the outage because of which an actor waits. Null when there is none, or when the actor would not act by itself even without the
 * outage.
 * @param outages outages that prevent actors from acting, the most far-reaching first
 */
export function outageOf(record: ActorRecord, outages: readonly Outage[]): Outage | null {
  const { snapshot, health, wakeAtMs, outbox, triggers = [] } = record;
  if (snapshot.status !== 'active' || health.state === 'quarantined') return null;
  if (wakeAtMs === null && outbox.length === 0 && triggers.length === 0) return null;
  return outages.find(({ chainId }) => chainId === null || chainId === record.keys.chainId) ?? null;
}

/** Puts the outage at the beginning of an explanation, followed by the rest of the explanation. */
export function leadWithOutage(why: Why, outage: Outage | null): Why {
  if (outage === null) return why;
  return { ...why, ...headOf(outage), details: [`${outage.waits} ${outage.remedy}`, why.sentence, ...why.details] };
}

/** Puts the outage at the beginning of the short explanation in a row of a list. */
export function headWithOutage(why: WhyHead | null, outage: Outage | null): WhyHead | null {
  return why === null || outage === null ? why : headOf(outage);
}

function headOf({ cause }: Outage): WhyHead {
  return { code: OUTAGE, tone: 'bad', sentence: cause };
}
