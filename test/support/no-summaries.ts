import type { Summaries } from '../../src/operator/inspection/create-summaries.ts';

/** Summaries of actors without titles and explanations, for tests of routes that do not look at them. */
export const noSummaries: Summaries['of'] = async (records) => records.map(() => ({ title: null, why: null }));
