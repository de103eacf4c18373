import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, nullable, objectText, text, time } from '../../values/document-form.ts';
import { mapCoin } from './map-coin.ts';
import type { RampCatalogue, RampCoin, RampFiat, RampName } from './ramp-provider.ts';
import { type RegisteredRamp, rampOff } from './registry.ts';

/** The catalogues of the providers: the good one under the provider's name, a doubted one under `<name>/doubted`. */
export const RAMP_CATALOGUES: CollectionSpec = {
  name: 'ramp-catalogues',
  form: documentForm<CatalogueRow>({
    ...{ provider: text, catalogueText: objectText, fetchedAtMs: nullable(time), attemptedAtMs: time, problem: nullable(text) },
  }),
};

type CatalogueRow = {
  readonly provider: RampName;
  /** The coins and currencies as JSON. */
  readonly catalogueText: string;
  /** When the catalogue was fetched, UTC ms; null before the first time. */
  readonly fetchedAtMs: number | null;
  /** When a refresh was last begun, UTC ms. */
  readonly attemptedAtMs: number;
  /** Why the last refresh left the catalogue as it was; null after one that replaced it. */
  readonly problem: string | null;
};

/** A provider's catalogue with the tokens that its coins are on our side. */
export type Catalogue = {
  readonly provider: RampName;
  readonly coins: readonly RampCoin[];
  readonly fiats: readonly RampFiat[];
  readonly fetchedAtMs: number | null;
  readonly attemptedAtMs: number;
  readonly problem: string | null;
};

export type Refreshed = {
  readonly catalogue: Catalogue;
  /** Whether this call fetched the catalogue from the provider and replaced the stored one. */
  readonly isReplaced: boolean;
};

export type Catalogues = {
  /** Returns the stored catalogue; it is empty before the first refresh. */
  read(provider: RampName): Promise<Catalogue>;
  /**
   * Fetches a provider's catalogue, at most once a minute over all nodes; a call within that minute returns the stored one.
   * @throws TerminalError `ramp-off` (503); ProviderFailure when the provider fails
   */
  refresh(provider: RampName): Promise<Refreshed>;
  /** Refreshes every catalogue that is older than a day. A failure is logged, and tried again at the next call. */
  refreshOld(): Promise<void>;
  /** Returns a catalogue that was not accepted, for the operator; null when there is none. */
  doubted(provider: RampName): Promise<(RampCatalogue & { readonly atMs: number; readonly reason: string }) | null>;
  /** Makes the doubted catalogue the good one. @returns false when there is none */
  acceptDoubted(provider: RampName): Promise<boolean>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** How long a node uses a catalogue that it has read from the store. */
const KEPT_MS = 10_000;
/** A catalogue with less than this share of the last one's entries is doubted. */
const LEAST_SHARE = { numerator: 7, denominator: 10 };
/** A catalogue is several large replies. */
const FETCH_TIMEOUT_MS = 20_000;

export function createCatalogues(deps: {
  readonly records: RecordStore;
  readonly providers: readonly RegisteredRamp[];
  readonly clock: Clock;
  readonly log: Log;
}): Catalogues {
  const { providers, clock, log } = deps;
  const rows = deps.records.collection<CatalogueRow>(RAMP_CATALOGUES);
  const kept = new Map<RampName, { readonly atMs: number; readonly catalogue: Catalogue }>();
  /** The refreshes of this node that are in progress. Callers at the same time share one. */
  const running = new Map<RampName, Promise<Refreshed>>();
  const byName = new Map(providers.map((each) => [each.traits.name, each]));

  const registered = (name: RampName): RegisteredRamp => {
    const found = byName.get(name);
    if (found === undefined) throw rampOff(name, []);
    return found;
  };

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
    const { networks } = registered(provider).traits;
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
          log.warn('The catalogue of a ramp provider was not refreshed', { provider: traits.name, error });
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
    const ramp = registered(provider);
    if (ramp.provider === null) throw rampOff(provider, ramp.missing);
    const { rev, ...row } = plainOf(await rowOf(provider));
    const now = clock.now();
    if (now - row.attemptedAtMs < MINUTE_MS) return { catalogue: shown(row), isReplaced: false };
    // Of the nodes that get here at once, the store lets one through.
    const begun = { ...row, attemptedAtMs: now };
    if (!(await rows.update(provider, rev, begun))) return { catalogue: shown(await rowOf(provider)), isReplaced: false };
    let fetched: RampCatalogue;
    try {
      fetched = await ramp.call('catalogue', (own, signal) => own.catalogue(signal), { timeoutMs: FETCH_TIMEOUT_MS });
    } catch (error) {
      const problem = error instanceof ProviderFailure ? error.message : 'An unexpected error occurred.';
      await rows.update(provider, rev + 1, { ...begun, problem });
      throw error;
    }
    const reason = doubtOf(catalogueIn(row), fetched);
    if (reason !== null) {
      log.warn('A new catalogue of a ramp provider was not accepted', { provider, reason });
      await rows.put(doubtedId(provider), { ...begun, catalogueText: textOf(fetched), problem: reason });
      await rows.update(provider, rev + 1, { ...begun, problem: reason });
      return { catalogue: shown({ ...begun, problem: reason }), isReplaced: false };
    }
    const next = { ...begun, catalogueText: textOf(fetched), fetchedAtMs: clock.now(), problem: null };
    const isReplaced = await rows.update(provider, rev + 1, next);
    if (isReplaced) await rows.remove(doubtedId(provider));
    return { catalogue: shown(isReplaced ? next : await rowOf(provider)), isReplaced };
  }
}

const EMPTY: RampCatalogue = { coins: [], fiats: [] };

function textOf({ coins, fiats }: RampCatalogue): string {
  return JSON.stringify({ coins, fiats });
}

function catalogueIn({ catalogueText }: CatalogueRow): RampCatalogue {
  return JSON.parse(catalogueText);
}

/** Says why a fetched catalogue must not replace the last one; null when it may. */
function doubtOf(last: RampCatalogue, { coins, fiats }: RampCatalogue): string | null {
  if (coins.length === 0) return 'It has no coins.';
  if (fiats.length === 0) return 'It has no currencies.';
  if (isShrunken(last.coins.length, coins.length)) return `It has only ${coins.length} coins; the last one had ${last.coins.length}.`;
  if (isShrunken(last.fiats.length, fiats.length)) return `It has only ${fiats.length} currencies; the last one had ${last.fiats.length}.`;
  return null;
}

function isShrunken(before: number, after: number): boolean {
  return after * LEAST_SHARE.denominator < before * LEAST_SHARE.numerator;
}

function doubtedId(provider: RampName): string {
  return `${provider}/doubted`;
}

function plainOf({ _id, ...row }: Stored<CatalogueRow>): CatalogueRow & { readonly rev: number } {
  return row;
}
