/**
 * The result of asking one route source for an order or trade. `result` is a stable code: `chosen`, `outbid` (another source offered more),
 * or the reason why the source was not asked, made no offer, or was refused. Amounts are in base units and gas in gas units, both as
 * decimal strings.
 */
export type AskedRoute = {
  readonly source: string;
  readonly result: string;
  /** The output amount that the source promised for its route. */
  readonly amountOut?: string;
  /** Gas of the whole call as measured by the simulation. Missing for a route that was not simulated or whose simulation failed. */
  readonly gas?: string;
  readonly detail?: string;
};

/**
 * The route sources that were considered for one order or trade. At most 12 are listed, with short texts, so that the record stays small.
 */
export type RouteTrail = {
  /** Name of the source whose route is used; null when no route is used. */
  readonly chosen: string | null;
  readonly asked: readonly AskedRoute[];
  /** Number of route sources that were left out of the list. */
  readonly more?: number;
};

const MOST_ASKED = 12;
const MOST_CODE = 40;
const MOST_DETAIL = 100;

/**
 * Builds the list of route sources within its size limits. Sources whose routes were simulated come first, then sources with other offers,
 * then sources without an offer.
 */
export function routeTrail(chosen: string | null, asked: readonly AskedRoute[]): RouteTrail {
  const ranked = asked.map((one, index) => ({ one, rank: rankOf(one), index })).sort((a, b) => a.rank - b.rank || a.index - b.index);
  const kept = ranked.slice(0, MOST_ASKED).map(({ one }) => bounded(one));
  const more = asked.length - kept.length;
  return { chosen, asked: kept, ...(more > 0 ? { more } : {}) };
}

/** Describes the considered route sources for display, one line per source. */
export function trailLines({ asked, more = 0 }: RouteTrail): readonly string[] {
  const lines = asked.map(({ source, result, detail }) => {
    const what = Object.hasOwn(WORDS, result) ? WORDS[result] : result;
    return `Route of ${source}: ${what}${detail === undefined ? '' : ` (${detail})`}.`;
  });
  return more > 0 ? [...lines, `${more} more sources offered no route.`] : lines;
}

const WORDS: Readonly<Record<string, string>> = {
  chosen: 'it is used',
  outbid: 'the route of another source gives more after gas costs',
  'refused-at-probe': 'the vault refused it in the simulation',
  'too-much-gas': 'it needs more gas than is allowed',
  'probe-timeout': 'its simulation took too long',
  'implausible-output': 'it promised an implausibly high output',
  'output-moved': 'its transaction would give less than it offered',
  'unpinned-contract': 'it would call a contract that this service does not accept from this source',
  'router-not-allowed': 'the vault does not allow the contract that it would call',
  'value-not-zero': 'it required native coins in addition to the tokens',
  'calldata-too-long': 'its calldata is too long',
  resting: 'it is not asked at present, because its last routes failed',
  'budget-per-second': 'its limit of requests per second is used up',
  'budget-in-flight': 'its limit of simultaneous requests is used up',
  'budget-per-day': 'its limit of requests per day is used up',
  'shared-choice': 'an identical order of the same minute has found a better route',
  'shared-choice-late': 'an identical order of the same minute was still waiting for the answer of this source',
  'no-route': 'it has no route',
  timeout: 'it did not answer in time',
  'rate-limited': 'it refused the request because of its rate limit',
  unavailable: 'it was not available',
};

function rankOf({ result, gas, amountOut }: AskedRoute): number {
  if (result === 'chosen') return 0;
  if (gas !== undefined) return 1;
  return amountOut === undefined ? 3 : 2;
}

function bounded({ source, result, amountOut, gas, detail }: AskedRoute): AskedRoute {
  return {
    source: source.slice(0, MOST_CODE),
    result: result.slice(0, MOST_CODE),
    ...(amountOut === undefined ? {} : { amountOut: amountOut.slice(0, MOST_DETAIL) }),
    ...(gas === undefined ? {} : { gas: gas.slice(0, MOST_CODE) }),
    ...(detail === undefined || detail === '' ? {} : { detail: detail.slice(0, MOST_DETAIL) }),
  };
}
