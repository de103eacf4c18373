/** The settings of one ramp provider. `src/features/ramps/ramp-settings.ts` states which settings a provider needs. */
export type RampKeys = {
  /** Replaces the URL of the provider's API, for its sandbox, a proxy or a replay server. */
  readonly url?: string;
  /** Replaces the URL of the provider's second API (Transak: sessions). */
  readonly gatewayUrl?: string;
  /** Replaces the URL of the provider's page, on which the person pays. */
  readonly pageUrl?: string;
  readonly appId?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** The name under which the provider knows this service, as a part of the paths of its API (Banxa). */
  readonly partner?: string;
  /** The domain of this service's web page, which the provider checks (Transak). */
  readonly referrer?: string;
};

export type RampSetting = {
  readonly keys: RampKeys;
  /** The names of the needed settings that are not set; empty when the provider is on. */
  readonly missing: readonly string[];
  /** Texts that must never appear in logs or replies. */
  readonly secrets: readonly string[];
};
