import type { Address } from '../../values/address.ts';
import type { AskedRoute } from '../../values/route-trail.ts';
import type { Offer, OfferSource } from '../routes/offer-source.ts';
import type { RouteRequest } from '../routes/route-source.ts';
import type { AllowedRouters } from './allowed-routers.ts';
import type { SharedChoices } from './shared-choices.ts';
import type { SourceScores } from './source-scores.ts';

/**
 * An offer of a route, and the contracts that the route's calls may use: those that are allowed for the source and permitted by the vault.
 */
export type VaultOffer = {
  readonly source: OfferSource;
  readonly offer: Offer;
  readonly targets: ReadonlySet<Address>;
  readonly spenders: ReadonlySet<Address>;
};

export type Gathered = {
  readonly offers: readonly VaultOffer[];
  /** The sources that offered no route, with their reasons. */
  readonly without: readonly AskedRoute[];
  /**
   * Passes the names of the best sources to similar orders of the same minute, which wait for these names. The function must be called even
   * after a failure. Null when no other order waits.
   */
  readonly share: ((sources: readonly string[]) => void) | null;
};

/** Requests offers of routes from the sources whose contracts the vault permits. Never rejects: a source that fails makes no offer. */
export type GatherOffers = (request: RouteRequest) => Promise<Gathered>;

type UsableSource = Omit<VaultOffer, 'offer'>;

export function createGatherOffers(deps: {
  sources: readonly OfferSource[];
  allowed: AllowedRouters;
  scores: SourceScores;
  choices: SharedChoices;
}): GatherOffers {
  const { sources, allowed, scores, choices } = deps;

  return async (request) => {
    const usable = await usableSources(request);
    if (usable.length === 0) return NOTHING_ASKED;
    const choice = choices.enter({ ...request, vault: request.recipient });
    if (choice.isFirst) return { ...(await askAll(request, usable)), share: choice.settle };
    const best = await choice.sources;
    const asked = usable.filter(({ source }) => best?.includes(source.name) === true);
    const result = best === null ? 'shared-choice-late' : 'shared-choice';
    const left = usable.filter((one) => !asked.includes(one)).map(({ source }) => ({ source: source.name, result }));
    const gathered = await askAll(request, asked);
    return { offers: gathered.offers, without: [...gathered.without, ...left], share: null };
  };

  async function usableSources({ chainId, recipient }: RouteRequest): Promise<readonly UsableSource[]> {
    const there = await Promise.all(sources.map(async (source) => ({ source, routers: await source.routersOn(chainId) })));
    const known = there.flatMap(({ source, routers }) => (routers === null ? [] : [{ source, ...routers }]));
    if (known.length === 0) return [];
    const permissions = await allowed.of(
      chainId,
      recipient,
      known.flatMap(({ targets, spenders }) => [...targets, ...spenders]),
    );
    return known
      .map(({ source, targets, spenders }) => ({
        source,
        targets: new Set(targets.filter((target) => permissions.get(target)?.isTarget === true)),
        spenders: new Set(spenders.filter((spender) => permissions.get(spender)?.isSpender === true)),
      }))
      .filter(({ targets, spenders }) => targets.size > 0 && spenders.size > 0);
  }

  async function askAll(request: RouteRequest, usable: readonly UsableSource[]): Promise<Omit<Gathered, 'share'>> {
    const answers = await Promise.all(usable.map((one) => ask(request, one)));
    return {
      offers: answers.flatMap((answer) => ('offer' in answer ? [answer] : [])),
      without: answers.flatMap((answer) => ('offer' in answer ? [] : [answer])),
    };
  }

  async function ask(request: RouteRequest, usable: UsableSource): Promise<VaultOffer | AskedRoute> {
    const { name, offer } = usable.source;
    if (scores.rests(name, request)) return { source: name, result: 'resting' };
    const answer = await offer(request, AbortSignal.timeout(LONGEST_ASK_MS));
    if (answer.ok) return { ...usable, offer: answer.offer };
    if (answer.isBreach) scores.brokeRule(name, request);
    return { source: name, result: answer.reason, detail: answer.detail };
  }
}

/** Time limit in ms for the offers of all sources together. The time limits of the individual sources are shorter. */
const LONGEST_ASK_MS = 10_000;

const NOTHING_ASKED: Gathered = { offers: [], without: [], share: null };
