import type { OfferInput } from '../../../src/features/ramps/offer.ts';
import type {
  CheckoutRequest,
  OfferRequest,
  OrderQuery,
  RampCatalogue,
  RampCheckout,
  RampLimits,
  RampOffer,
  RampOrderReport,
  WebhookHint,
} from '../../../src/features/ramps/ramp-provider.ts';
import type { ProviderFailureReason } from '../../../src/platform/http-client/provider-failure.ts';
import type { RampKeys } from '../../../src/values/ramp-keys.ts';
import type { Exchange } from '../providers/provider-fixture.ts';

export type OfferScenario = {
  readonly title: string;
  readonly request: OfferRequest;
  readonly exchanges: readonly Exchange[];
  readonly expected: Partial<RampOffer>;
};

/** A reply of the provider that contains no offer. */
export type RampRefusal = {
  readonly title: string;
  readonly request: OfferRequest;
  readonly exchanges: readonly Exchange[];
  readonly reason: ProviderFailureReason;
  readonly limits?: Partial<RampLimits>;
  /** The pause in ms that the provider demands, when the test checks it. */
  readonly retryAfterMs?: number;
};

export type OrderScenario = {
  readonly title: string;
  readonly query: OrderQuery;
  readonly exchanges: readonly Exchange[];
  /** Null: the provider does not know the order. */
  readonly expected: Partial<RampOrderReport> | null;
};

export type CheckoutScenario = {
  readonly title: string;
  readonly request: CheckoutRequest;
  readonly exchanges: readonly Exchange[];
  /** The expected checkout, or the reason for which the reply is refused. */
  readonly expected: Partial<RampCheckout> | ProviderFailureReason;
};

/** A webhook as the provider sends it. */
export type SentWebhook = { readonly pathAndQuery: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };

export type WebhookScenario = {
  readonly title: string;
  readonly sent: SentWebhook;
  readonly expected: Partial<WebhookHint>;
  /** Near misses: changes that must make the webhook be refused. */
  readonly forged: readonly { readonly title: string; readonly sent: SentWebhook }[];
};

export type CatalogueScenario = {
  readonly title: string;
  readonly exchanges: readonly Exchange[];
  readonly expected: { readonly coins: readonly Partial<RampCatalogue['coins'][number]>[]; readonly fiats: readonly unknown[] };
  /** Requests that this catalogue shows to be unsupported, with a part of the error's message. */
  readonly unsupported: readonly { readonly wanted: Omit<OfferInput, 'amount' | 'amountOf'>; readonly message: string }[];
};

/** The data with which the tests in this folder check a ramp provider's adapter. Each file in `fixtures/` exports such data as `fixture`. */
export type RampFixture = {
  readonly name: string;
  /** Where the format of the replies is documented. */
  readonly source: string;
  readonly keys: RampKeys;
  readonly nowMs: number;
  /** Exchanges that come before each scenario's own, such as one for an access token. */
  readonly before?: readonly Exchange[];
  readonly catalogues: readonly CatalogueScenario[];
  readonly offers: readonly OfferScenario[];
  readonly refusals: readonly RampRefusal[];
  readonly checkouts: readonly CheckoutScenario[];
  readonly orders: readonly OrderScenario[];
  readonly webhooks: readonly WebhookScenario[];
};
