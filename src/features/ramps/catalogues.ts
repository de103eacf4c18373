import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Timers } from '../../runtime/engine/timers.ts';
import type { Clock } from '../../values/clock.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { Catalogues, Refreshed } from './catalogue-port.ts';
import {
  type Catalogue,
  type CatalogueRow,
  catalogueIn,
  doubtedId,
  doubtOf,
  EMPTY,
  plainOf,
  RAMP_CATALOGUES,
  textOf,
} from './catalogue-rows.ts';
import { mapCoin } from './map-coin.ts';
import { answered } from './ramp-failures.ts';
import type { RampCatalogue, RampName } from './ramp-provider.ts';
import { type RegisteredRamp, rampOf, rampOff } from './registry.ts';

const MINUTE_MS = 60_000;

/** How long a node uses a provider's catalogue that it has read from the store, in ms. */
const KEPT_MS = 10_000;

/** The time limit for fetching a catalogue, in ms. It is long because a catalogue consists of several large replies. */
const FETCH_TIMEOUT_MS = 20_000;

/** Time in ms between two checks of the store by a node that waits while another node fetches a catalogue for the first time. */
const LOOK_EVERY_MS = 250;

export function createCatalogues(deps: {
  readonly records: RecordStore;
  readonly providers: readonly RegisteredRamp[];
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly log: Log;
}): Catalogues {
  const { providers, clock, timers, log } = deps;
  const rows = deps.records.collection<CatalogueRow>(RAMP_CATALOGUES);
  const kept = new Map<RampName, { readonly atMs: number; readonly catalogue: Catalogue }>();
  /** The catalogue refreshes in progress on this node, by provider. Concurrent callers share one refresh. */
  const running = new Map<RampName, Promise<Refreshed>>();
  /**
   * The last failure of each provider on this node. When no catalogue is stored, later callers of `refresh` receive the reason of this
   * failure.
   */
  const failures = new Map<RampName, ProviderFailure>();

  const rowOf = async (provider: RampName): Promise<Stored<CatalogueRow>> => {
    const found = await rows.get(provider);
    if (found !== null) return found;
    const empty: CatalogueRow = { provider, catalogueText: textOf(EMPTY), fetchedAtMs: null, attemptedAtMs: 0, problem: null };
    await rows.insert(provider, empty);
    return (await rows.get(provider)) ?? { ...empty, _id: provider, rev: 0 };
  };

  const shown = (row: CatalogueRow): Catalogue => {
    const { provider, fetchedAtMs, attemptedAtMs, problem } = row;
    const { coins, fiats } = catalogueIn(row);
    const { networks } = rampOf(providers, provider).traits;
    const catalogue = { provider, coins: coins.map((coin) => mapCoin(coin, networks)), fiats, fetchedAtMs, attemptedAtMs, problem };
    kept.set(provider, { atMs: clock.now(), catalogue });
    return catalogue;
  };

  const catalogues: Catalogues = {
    async read(provider) {
      const recent = kept.get(provider);
      if (recent !== undefined && clock.now() - recent.atMs < KEPT_MS) return recent.catalogue;
      return shown(await rowOf(provider));
    },

    refresh(provider) {
      const shared = running.get(provider);
      if (shared !== undefined) return shared;
      const work = refreshOnce(provider).finally(() => running.delete(provider));
      running.set(provider, work);
      return work;
    },

    async refreshOld() {
      for (const { traits, provider } of providers) {
        if (provider === null) continue;
        const { fetchedAtMs } = await rowOf(traits.name);
        if (fetchedAtMs !== null && clock.now() - fetchedAtMs < DAY_MS) continue;
        await catalogues.refresh(traits.name).catch((error: unknown) => {
          log.warn('The catalogue (coins and currencies) of a ramp provider was not refreshed', { provider: traits.name, error });
        });
      }
    },

    async doubted(provider) {
      const found = await rows.get(doubtedId(provider));
      return found === null ? null : { ...catalogueIn(found), atMs: found.attemptedAtMs, reason: found.problem ?? '' };
    },

    async acceptDoubted(provider) {
      const found = await rows.get(doubtedId(provider));
      if (found === null) return false;
      const { rev, ...row } = plainOf(await rowOf(provider));
      const next = { ...row, catalogueText: found.catalogueText, fetchedAtMs: found.attemptedAtMs, problem: null };
      if (!(await rows.update(provider, rev, next))) return false;
      await rows.remove(doubtedId(provider));
      shown(next);
      return true;
    },
  };
  return catalogues;

  async function refreshOnce(provider: RampName): Promise<Refreshed> {
    const ramp = rampOf(providers, provider);
    if (ramp.provider === null) throw rampOff(provider, ramp.missing);
    const { rev, ...row } = plainOf(await rowOf(provider));
    const now = clock.now();
    if (now - row.attemptedAtMs < MINUTE_MS) return await storedOr502(provider, row);
    // When several nodes begin a refresh at the same time, this update succeeds for only one of them, and only that node fetches the
    // catalogue.
    const begun = { ...row, attemptedAtMs: now };
    if (!(await rows.update(provider, rev, begun))) return await storedOr502(provider, plainOf(await rowOf(provider)));
    let fetched: RampCatalogue;
    try {
      fetched = await ramp.call('catalogue', (own, signal) => own.catalogue(signal), { timeoutMs: FETCH_TIMEOUT_MS });
    } catch (error) {
      const problem = error instanceof ProviderFailure ? error.message : 'An unexpected error occurred.';
      await rows.update(provider, rev + 1, { ...begun, problem });
      kept.delete(provider);
      if (error instanceof ProviderFailure) failures.set(provider, error);
      if (row.fetchedAtMs === null || !(error instanceof ProviderFailure)) throw error;
      log.warn('The catalogue (coins and currencies) of a ramp provider was not refreshed', { provider, error });
      return { catalogue: shown({ ...begun, problem }), isReplaced: false };
    }
    const reason = doubtOf(catalogueIn(row), fetched);
    if (reason !== null) {
      log.warn('A new catalogue (coins and currencies) of a ramp provider was not accepted', { provider, reason });
      await rows.put(doubtedId(provider), { ...begun, catalogueText: textOf(fetched), problem: reason });
      await rows.update(provider, rev + 1, { ...begun, problem: reason });
      return await storedOr502(provider, { ...begun, problem: reason });
    }
    const next = { ...begun, catalogueText: textOf(fetched), fetchedAtMs: clock.now(), problem: null };
    const isReplaced = await rows.update(provider, rev + 1, next);
    if (isReplaced) await rows.remove(doubtedId(provider));
    return { catalogue: shown(isReplaced ? next : await rowOf(provider)), isReplaced };
  }

  /**
   * Returns the stored catalogue, without a call of the provider. If none is stored because another node is fetching the first one, the
   * function waits for that node. @throws ProviderFailure (502) when there is none after that
   */
  async function storedOr502(provider: RampName, found: CatalogueRow): Promise<Refreshed> {
    let row = found;
    for (let waitedMs = 0; row.fetchedAtMs === null && row.problem === null && waitedMs < FETCH_TIMEOUT_MS; waitedMs += LOOK_EVERY_MS) {
      await new Promise<void>((resolve) => void timers.after(LOOK_EVERY_MS, resolve));
      row = await rowOf(provider);
    }
    if (row.fetchedAtMs !== null) return { catalogue: shown(row), isReplaced: false };
    const problem = row.problem ?? `${provider} did not send its catalogue in time.`;
    const retryAfterMs = Math.max(1_000, row.attemptedAtMs + MINUTE_MS - clock.now());
    const last = failures.get(provider);
    throw answered(new ProviderFailure(last?.message === problem ? last.reason : 'unavailable', problem, { retryAfterMs }));
  }
}
