import type {
  Build,
  ProviderQuote,
  ProviderStatus,
  QuoteProvider,
  QuoteRequest,
  TradeReference,
} from '../../../src/features/quotes/provider.ts';
import type { ProviderFailureReason } from '../../../src/platform/http-client/provider-failure.ts';
import type { ProviderFetch } from '../../../src/platform/http-client/provider-http.ts';
import type { Clock } from '../../../src/values/clock.ts';
import type { Json } from '../../../src/values/json.ts';

/** An exchange: one request that the adapter is expected to send, and the provider's reply. */
export type Exchange = {
  readonly method: 'GET' | 'POST';
  /** Path of the request below the base URL, without the query. */
  readonly path: string;
  /** The complete query string; absent when the query is not checked. */
  readonly query?: Readonly<Record<string, string>>;
  /** Request headers that must be present, by lowercase name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The complete request body; absent when the body is not checked. */
  readonly body?: Json;
  readonly reply: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: Json;
    /** A web page that the provider sends in place of the JSON in `body`. */
    readonly page?: string;
  };
};

export type QuoteScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly quote: readonly Exchange[];
  readonly build: readonly Exchange[];
  /**
   * Names of reply fields whose absence has a meaning of its own. A reply without such a field is valid with that meaning, so the test does
   * not require that the adapter refuses it.
   */
  readonly absentMeansAnother?: readonly string[];
  readonly expectedQuote: Pick<ProviderQuote, 'amountOut' | 'amountOutMin' | 'target' | 'spender'> & Partial<ProviderQuote>;
  /** The expected values of those fields of the built trade that the test checks. */
  readonly expectedBuild: Partial<Build> & Pick<Build, 'kind' | 'spender' | 'amountOut' | 'amountOutMin'>;
};

export type StatusScenario = {
  readonly title: string;
  readonly trade: TradeReference;
  readonly exchanges: readonly Exchange[];
  readonly expected: ProviderStatus;
};

/** A valid reply of the provider that contains no quote, such as "no liquidity". */
export type RefusalScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly exchanges: readonly Exchange[];
  readonly reason: ProviderFailureReason;
};

/** The data with which the tests in this folder check a provider adapter. Each file in `fixtures/` exports such data as `fixture`. */
export type ProviderFixture = {
  readonly name: string;
  /** Where the format of the replies is documented: the section of `reference/provider-apis.md`, and the documents that it cites. */
  readonly source: string;
  create(deps: { baseUrl: string; fetch: ProviderFetch; clock: Clock }): QuoteProvider;
  /** Time of the injected test clock (UTC ms). */
  readonly nowMs: number;
  readonly quotes: readonly QuoteScenario[];
  readonly statuses: readonly StatusScenario[];
  readonly refusals: readonly RefusalScenario[];
  /** False when the provider's replies do not contain the sold amount, so that the adapter cannot detect a reply for another amount. */
  readonly echoesAmount?: false;
  /** Quote requests that the adapter must refuse, in addition to those for chains that it does not support. */
  readonly unsupported?: readonly QuoteRequest[];
};
