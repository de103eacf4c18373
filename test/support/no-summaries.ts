import type { Summaries } from '../../src/operator/inspection/create-summaries.ts';
import type { FindNamed } from '../../src/operator/inspection/find-named.ts';
import { NONE_NAMED } from '../../src/runtime/operator/search-actors.ts';

/** Returns no titles and no explanations, for tests of routes in which these do not matter. */
export const noSummaries: Summaries['of'] = async (records) => records.map(() => ({ title: null, why: null }));

/** Finds no actors by transactions, for tests of routes in which these do not matter. */
export const noneNamed: FindNamed = async () => NONE_NAMED;
