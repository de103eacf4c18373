import type { BoundedCount } from '../../runtime/record/actor-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { Outage, OutageReport } from '../../values/inspection/outage.ts';
import { createSharedReading, type SharedReading } from '../../values/shared-reading.ts';
import type { DependencyWatch } from './dependency-watch.ts';

export type OutageReportDeps = {
  readonly dependencies: Pick<DependencyWatch, 'notes'>;
  /** Returns the outages that the last checks found, the most far-reaching first. */
  readonly outages: () => readonly Outage[];
  /** Whether actors wait because of an outage. */
  readonly holdsActors: (outage: Outage) => boolean;
  /** Names of the readiness checks whose failures are reported although these failures do not count as outages. */
  readonly told: ReadonlySet<string>;
  /** Counts the actors that would act by themselves if there were no outage, on one chain or on all. */
  readonly countWaiting: (chainId: number | null) => Promise<BoundedCount>;
  readonly clock: Clock;
};

/** Reports from the readiness checks what does not work at present. All viewers share the checks and the counts. */
export function createOutageReport(deps: OutageReportDeps): () => Promise<OutageReport> {
  const { dependencies, outages, holdsActors, told, countWaiting, clock } = deps;
  const counts = new Map<number | null, SharedReading<BoundedCount>>();

  async function waitingFor(outage: Outage): Promise<BoundedCount | null> {
    if (!holdsActors(outage)) return null;
    const { chainId } = outage;
    const shared = counts.get(chainId) ?? createSharedReading(() => countWaiting(chainId), { clock });
    counts.set(chainId, shared);
    // When the store does not answer, its actors cannot be counted. In this case the outage is reported without the number of waiting
    // actors.
    return await shared().then(
      ({ value }) => value,
      () => null,
    );
  }

  return async () => {
    const notes = await dependencies.notes();
    const found = outages();
    const covered = new Set(found.map(({ name }) => name));
    return {
      nowMs: clock.now(),
      outages: await Promise.all(found.map(async (outage) => ({ ...outage, actorsWaiting: await waitingFor(outage) }))),
      troubles: notes.flatMap(({ name, isOk, message, sinceMs }) =>
        isOk || covered.has(name) || !told.has(name) ? [] : [{ name, cause: message, sinceMs: sinceMs ?? clock.now() }],
      ),
    };
  };
}
