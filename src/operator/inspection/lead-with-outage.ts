import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Outage } from '../../values/inspection/outage.ts';
import type { Why, WhyHead } from '../../values/inspection/why.ts';

/** The code of an explanation that begins with an outage. */
const OUTAGE = 'outage';

/**
 * Returns the outage because of which an actor waits; null when it would not act by itself anyway.
 * @param outages those that hold actors, the most far-reaching first
 */
export function outageOf(record: ActorRecord, outages: readonly Outage[]): Outage | null {
  const { snapshot, health, wakeAtMs, outbox, triggers = [] } = record;
  if (snapshot.status !== 'active' || health.state === 'quarantined') return null;
  if (wakeAtMs === null && outbox.length === 0 && triggers.length === 0) return null;
  return outages.find(({ chainId }) => chainId === null || chainId === record.keys.chainId) ?? null;
}

/** Makes an explanation begin with the outage; what else it said follows. */
export function leadWithOutage(why: Why, outage: Outage | null): Why {
  if (outage === null) return why;
  return { ...why, ...headOf(outage), details: [`${outage.waits} ${outage.remedy}`, why.sentence, ...why.details] };
}

/** The same for a row of a list. */
export function headWithOutage(why: WhyHead | null, outage: Outage | null): WhyHead | null {
  return why === null || outage === null ? why : headOf(outage);
}

function headOf({ cause }: Outage): WhyHead {
  return { code: OUTAGE, tone: 'bad', sentence: cause };
}
