import type { Catalogue } from './catalogue-rows.ts';
import type { RampCatalogue, RampName } from './ramp-provider.ts';

export type Refreshed = {
  readonly catalogue: Catalogue;
  /** Whether the call of `refresh` fetched the catalogue from the provider and replaced the stored catalogue. */
  readonly isReplaced: boolean;
};

export type Catalogues = {
  /** Returns the stored catalogue; it is empty before the first refresh. */
  read(provider: RampName): Promise<Catalogue>;
  /**
   * Fetches a provider's catalogue, at most once a minute over all nodes. A call within that minute returns the stored catalogue. If the
   * provider fails, the call returns the stored catalogue, whose `problem` states the reason.
   * @throws TerminalError `ramp-off` (503); ProviderFailure when the provider fails and no catalogue is stored
   */
  refresh(provider: RampName): Promise<Refreshed>;
  /**
   * Refreshes every catalogue that is older than a day. When a refresh fails, the failure is logged, and the next call of this function
   * tries the refresh again.
   */
  refreshOld(): Promise<void>;
  /**
   * Returns the fetched catalogue that did not replace the stored catalogue because it looked incomplete; null when there is none. An
   * operator decides whether to accept it.
   */
  doubted(provider: RampName): Promise<(RampCatalogue & { readonly atMs: number; readonly reason: string }) | null>;
  /**
   * Replaces the stored catalogue by the fetched catalogue that looked incomplete. @returns false when there is no such fetched catalogue
   */
  acceptDoubted(provider: RampName): Promise<boolean>;
};
