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
  /** Returns a catalogue that was not accepted, for the operator; null when there is none. */
  doubted(provider: RampName): Promise<(RampCatalogue & { readonly atMs: number; readonly reason: string }) | null>;
  /** Makes the doubted catalogue the good one. @returns false when there is none */
  acceptDoubted(provider: RampName): Promise<boolean>;
};
