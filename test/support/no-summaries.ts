import type { Summaries } from '../../src/operator/inspection/create-summaries.ts';

/** Returns no titles and no explanations, for tests of routes in which these do not matter. */
export const noSummaries: Summaries['of'] = async (records) => records.map(() => ({ title: null, why: null }));
