import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import type { PriceSeries } from './price-series.ts';

/** Reply of `GET /defi/autopilot/price/:chainId/:token`, which the API specification does not define. `at` is ISO 8601 (UTC). */
export type ShownPrice = {
  readonly chainId: number;
  readonly token: string;
  readonly priceUsd: string;
  readonly at: string;
  readonly source: string;
  readonly isTrusted: boolean;
  readonly doubt: string | null;
};

/** Maximum age in ms of a recorded price that still counts as current. Prices are recorded once a minute, so there may be no newer one. */
const PRESENT_MS = 60_000;

/**
 * Returns the current price of a token from the recorded prices. If none was recorded in the last minute, records one now.
 * @throws TerminalError 404 `token-not-found`, 422 `token-not-priced` (no cmcId); RetryableError 503 `price-unavailable`
 */
export type ReadPrice = (chainId: number, token: string) => Promise<ShownPrice>;

export function createReadPrice(deps: {
  readonly series: PriceSeries;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly clock: Clock;
}): ReadPrice {
  const { series, tokens, clock } = deps;

  return async (chainId, address) => {
    const token = await tokens.find(chainId, address);
    if (token === null)
      throw new TerminalError({ code: 'token-not-found', message: 'This token is not listed on this chain.', status: 404 });
    if (token.cmcId === undefined) {
      throw new TerminalError({
        code: 'token-not-priced',
        message: 'This token has no CoinMarketCap id (cmcId), so it has no price series.',
        status: 422,
      });
    }
    const recorded = await series.latest(chainId, token.address);
    if (recorded !== null && clock.now() - recorded.tickAtMs < PRESENT_MS) return shown(recorded);
    const fact = (await series.record([token], clock.now())).get(tokenKey(chainId, token.address));
    if (fact?.kind !== 'price') {
      throw new RetryableError({
        code: 'price-unavailable',
        message: fact?.detail ?? 'No price is available for this token.',
        retryAfterMs: PRESENT_MS,
      });
    }
    const { usd: priceUsd, atMs, source, isTrusted, doubt } = fact;
    return shown({ chainId, token: token.address, priceUsd, atMs, source, isTrusted, doubt });
  };
}

function shown({
  chainId,
  token,
  priceUsd,
  atMs,
  source,
  isTrusted,
  doubt,
}: Omit<ShownPrice, 'at'> & { readonly atMs: number }): ShownPrice {
  return { chainId, token, priceUsd, at: new Date(atMs).toISOString(), source, isTrusted, doubt };
}
