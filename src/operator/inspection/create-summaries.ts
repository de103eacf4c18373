import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { type Token, tokenKey } from '../../market/tokens/token.ts';
import type { Summarize } from '../../runtime/operator/summarize-actors.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import type { ActorTitle } from '../../values/inspection/actor-details.ts';
import type { Outage } from '../../values/inspection/outage.ts';
import type { Phrase } from '../../values/inspection/sections.ts';
import type { WhyHead } from '../../values/inspection/why.ts';
import { headWithOutage, outageOf } from './lead-with-outage.ts';
import { titleText } from './title-text.ts';

export type ActorSummary = { readonly title: string | null; readonly why: WhyHead | null };

export type Summaries = {
  /** Summarizes actors, in the order of their records. */
  readonly of: (records: readonly ActorRecord[]) => Promise<readonly ActorSummary[]>;
  /**
   * Builds the titles of actors, in the order of their records; null for an actor without one. If the token list cannot be read, titles
   * contain the addresses of tokens instead of their symbols.
   */
  readonly titlesOf: (records: readonly ActorRecord[]) => Promise<readonly (string | null)[]>;
  /** Reads the titles of actors, up to a maximum number. Actors without a title and unknown ids are left out. */
  readonly titles: (ids: Iterable<string>) => Promise<readonly ActorTitle[]>;
};

/** Maximum number of actors whose records are read for their titles in one reply. */
const MOST_TITLES = 100;

/** Creates the summaries of actors for lists. The names of tokens come from the token list. */
export function createSummaries(deps: {
  readonly summarize: Summarize;
  /** The outages because of which actors wait, the most far-reaching first. */
  readonly outages: () => Promise<readonly Outage[]>;
  readonly store: Pick<ActorStore, 'load'>;
  readonly tokens: Pick<Tokens, 'findMany'>;
}): Summaries {
  const { store, tokens, outages } = deps;
  const { titleOf, whyOf } = deps.summarize;

  async function titlesOf(records: readonly ActorRecord[]): Promise<readonly (string | null)[]> {
    const titles = records.map(titleOf);
    const asked = titles.flatMap((title) => tokensIn(title ?? []));
    // Titles only make a list easier to read. When the token list cannot be read, the actors are listed with the addresses of tokens
    // instead of their symbols.
    const named: ReadonlyMap<string, Token> = asked.length === 0 ? new Map() : await tokens.findMany(asked).catch(() => new Map());
    return titles.map((title) =>
      title === null ? null : titleText(title, (chainId, address) => named.get(tokenKey(chainId, address)) ?? null),
    );
  }

  return {
    titlesOf,
    async of(records) {
      const [holding, titles] = await Promise.all([outages(), titlesOf(records)]);
      return records.map((record, index) => ({
        title: titles[index] ?? null,
        why: headWithOutage(whyOf(record), outageOf(record, holding)),
      }));
    },
    async titles(ids) {
      const wanted = [...new Set(ids)].slice(0, MOST_TITLES);
      const records = wanted.length === 0 ? [] : (await store.load(wanted)).flatMap((found) => found?.record ?? []);
      const titles = await titlesOf(records);
      return records.flatMap(({ id }, index) => {
        const title = titles[index] ?? null;
        return title === null ? [] : [{ id, title }];
      });
    },
  };
}

function tokensIn(phrase: Phrase): readonly { readonly chainId: number; readonly address: string }[] {
  return phrase.flatMap((value) =>
    value.kind === 'amount' || value.kind === 'token' ? [{ chainId: value.chainId, address: value.token }] : [],
  );
}
