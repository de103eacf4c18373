/**
 * The settings of one ramp provider (a service that exchanges money and crypto). `src/features/ramps/ramp-settings.ts` states which
 * settings each provider needs.
 */
export type RampKeys = {
  /** URL to use in place of the provider's API, such as its sandbox, a proxy or a replay server. */
  readonly url?: string;
  /** URL to use in place of the provider's second API, which creates sessions (Transak). */
  readonly gatewayUrl?: string;
  /** URL to use in place of the provider's payment page. */
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
  /** The names of required settings that are not set. The provider is available when this list is empty. */
  readonly missing: readonly string[];
  /** Texts of the ramp provider's settings that must never appear in logs or replies. */
  readonly secrets: readonly string[];
};
