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

/** One request that the adapter is expected to make, and the provider's reply. */
export type Exchange = {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, without the query. */
  readonly path: string;
  /** The complete query, when it is checked. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that must be present, by lowercase name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The complete body, when it is checked. */
  readonly body?: Json;
  readonly reply: { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: Json };
};

export type QuoteScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly quote: readonly Exchange[];
  readonly build: readonly Exchange[];
  /** Members whose absence has its own meaning, so that it cannot be distinguished from a broken reply. */
  readonly absentMeansAnother?: readonly string[];
  readonly expectedQuote: Pick<ProviderQuote, 'amountOut' | 'amountOutMin' | 'target' | 'spender'> & Partial<ProviderQuote>;
  /** Members of the build that are checked. */
  readonly expectedBuild: Partial<Build> & Pick<Build, 'kind' | 'spender' | 'amountOut' | 'amountOutMin'>;
};

export type StatusScenario = {
  readonly title: string;
  readonly trade: TradeReference;
  readonly exchanges: readonly Exchange[];
  readonly expected: ProviderStatus;
};

/** A valid reply without a quote, such as "no liquidity". */
export type RefusalScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly exchanges: readonly Exchange[];
  readonly reason: ProviderFailureReason;
};

/** The data with which the suites of this folder test an adapter. Each file in `fixtures/` exports such data as `fixture`. */
export type ProviderFixture = {
  readonly name: string;
  /** The source of the replies' format: the section of `reference/provider-apis.md`, and the documents that it cites. */
  readonly source: string;
  create(deps: { baseUrl: string; fetch: ProviderFetch; clock: Clock }): QuoteProvider;
  /** Time of the injected clock (UTC ms). */
  readonly nowMs: number;
  readonly quotes: readonly QuoteScenario[];
  readonly statuses: readonly StatusScenario[];
  readonly refusals: readonly RefusalScenario[];
  /** False when the provider's replies do not contain the amount, so that a reply for another amount cannot be detected. */
  readonly echoesAmount?: false;
  /** Requests that the adapter must not accept, in addition to those for chains that it does not declare. */
  readonly unsupported?: readonly QuoteRequest[];
};
