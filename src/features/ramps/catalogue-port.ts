import type { Catalogue } from './catalogue-rows.ts';
import type { RampCatalogue, RampName } from './ramp-provider.ts';

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
  /**
   * Returns a fetched catalogue that did not replace the stored one because it looked incomplete; null when there is none. Operators decide
   * about it.
   */
  doubted(provider: RampName): Promise<(RampCatalogue & { readonly atMs: number; readonly reason: string }) | null>;
  /** Replaces the stored catalogue by the doubtful one. @returns false when there is no doubtful catalogue */
  acceptDoubted(provider: RampName): Promise<boolean>;
};
