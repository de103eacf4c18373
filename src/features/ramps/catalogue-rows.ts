import type { CollectionSpec, Stored } from '../../platform/store/record-store.ts';
import { documentForm, nullable, objectText, text, time } from '../../values/document-form.ts';
import type { RampCatalogue, RampCoin, RampFiat, RampName } from './ramp-provider.ts';

/**
 * The stored catalogues of the providers. A provider's current catalogue has the provider's name as its id. A fetched catalogue that looked
 * incomplete is stored under the id `<name>/doubted`, until an operator accepts it.
 */
export const RAMP_CATALOGUES: CollectionSpec = {
  name: 'ramp-catalogues',
  form: documentForm<CatalogueRow>({
    ...{ provider: text, catalogueText: objectText, fetchedAtMs: nullable(time), attemptedAtMs: time, problem: nullable(text) },
  }),
};

export type CatalogueRow = {
  readonly provider: RampName;
  /** The coins and currencies of the provider's catalogue as JSON text. */
  readonly catalogueText: string;
  /** When the catalogue was fetched, UTC ms; null when it has never been fetched. */
  readonly fetchedAtMs: number | null;
  /** When the last refresh of the catalogue began, UTC ms. */
  readonly attemptedAtMs: number;
  /** Why the last refresh did not replace the catalogue; null after a refresh that replaced it. */
  readonly problem: string | null;
};

/** A provider's catalogue. Each coin is connected to the token of this service that it stands for. */
export type Catalogue = {
  readonly provider: RampName;
  readonly coins: readonly RampCoin[];
  readonly fiats: readonly RampFiat[];
  readonly fetchedAtMs: number | null;
  readonly attemptedAtMs: number;
  readonly problem: string | null;
};

/**
 * A fetched catalogue is considered incomplete when it has less than this share of the coins, or of the currencies, of the stored
 * catalogue.
 */
export const LEAST_SHARE = { numerator: 7, denominator: 10 };

export const EMPTY: RampCatalogue = { coins: [], fiats: [] };

export function textOf({ coins, fiats }: RampCatalogue): string {
  return JSON.stringify({ coins, fiats });
}

export function catalogueIn({ catalogueText }: CatalogueRow): RampCatalogue {
  return JSON.parse(catalogueText);
}

/** Returns why a fetched catalogue must not replace the stored catalogue; null when it may replace it. */
export function doubtOf(last: RampCatalogue, { coins, fiats }: RampCatalogue): string | null {
  if (coins.length === 0) return 'The catalogue has no coins.';
  if (fiats.length === 0) return 'The catalogue has no currencies.';
  if (isShrunken(last.coins.length, coins.length))
    return `The catalogue has only ${coins.length} coins; the last accepted catalogue had ${last.coins.length}.`;
  if (isShrunken(last.fiats.length, fiats.length))
    return `The catalogue has only ${fiats.length} currencies; the last accepted catalogue had ${last.fiats.length}.`;
  return null;
}

export function isShrunken(before: number, after: number): boolean {
  return after * LEAST_SHARE.denominator < before * LEAST_SHARE.numerator;
}

export function doubtedId(provider: RampName): string {
  return `${provider}/doubted`;
}

export function plainOf({ _id, ...row }: Stored<CatalogueRow>): CatalogueRow & { readonly rev: number } {
  return row;
}
