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

/** One request that the adapter is expected to make, and what the provider answers. */
export type Exchange = {
  readonly method: 'GET' | 'POST';
  /** Under the base URL, without the query. */
  readonly path: string;
  /** The whole query, when it matters. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that must be there, by lowercase name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body, when it matters. */
  readonly body?: Json;
  readonly reply: { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: Json };
};

export type QuoteScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly quote: readonly Exchange[];
  readonly build: readonly Exchange[];
  /** Members of replies whose absence is a reply of its own, which cannot be told from a broken one. */
  readonly absentMeansAnother?: readonly string[];
  readonly expectedQuote: Pick<ProviderQuote, 'amountOut' | 'amountOutMin' | 'target' | 'spender'> & Partial<ProviderQuote>;
  /** Whatever of the build is to be checked beside its kind. */
  readonly expectedBuild: Partial<Build> & Pick<Build, 'kind' | 'spender' | 'amountOut' | 'amountOutMin'>;
};

export type StatusScenario = {
  readonly title: string;
  readonly trade: TradeReference;
  readonly exchanges: readonly Exchange[];
  readonly expected: ProviderStatus;
};

/** A whole answer that is no quote, such as "no liquidity". */
export type RefusalScenario = {
  readonly title: string;
  readonly request: QuoteRequest;
  readonly exchanges: readonly Exchange[];
  readonly reason: ProviderFailureReason;
};

/** What the suites of this folder need to hold an adapter to the port. Each file in `fixtures/` exports one as `fixture`. */
export type ProviderFixture = {
  readonly name: string;
  /** Where the shapes are from: the section of `reference/provider-apis.md`, and its own sources. */
  readonly source: string;
  create(deps: { baseUrl: string; fetch: ProviderFetch; clock: Clock }): QuoteProvider;
  /** UTC ms; what the injected clock says. */
  readonly nowMs: number;
  readonly quotes: readonly QuoteScenario[];
  readonly statuses: readonly StatusScenario[];
  readonly refusals: readonly RefusalScenario[];
  /** False when the provider's replies do not say what amount they are for, so that an answer to another amount cannot be told. */
  readonly echoesAmount?: false;
  /** Requests that the adapter must not take, beside those of chains it does not declare. */
  readonly unsupported?: readonly QuoteRequest[];
};
