import type { FoundOutage } from '../../values/inspection/outage.ts';

/**
 * Keywords for problems in which a chain is reachable but makes no progress. The list is fixed, and the keywords are the same in all
 * versions.
 */
export const CHAIN_TROUBLE_WORDS = ['standing-still', 'behind-time', 'unreadable', 'no-receipt', 'not-final'] as const;
export type ChainTroubleWord = (typeof CHAIN_TROUBLE_WORDS)[number];

export type ChainTrouble = {
  readonly word: ChainTroubleWord;
  /** Time at which the chain's problem began, UTC ms. */
  readonly sinceMs: number;
  /** Describes the problem of the chain in one sentence. */
  readonly sentence: string;
};

/** For each kind of chain problem, what an operator can do about it. */
const REMEDIES: Readonly<Record<ChainTroubleWord, string>> = {
  'standing-still':
    "Check the chain's node and its status page, or set another endpoint for the chain; work continues with the next block.",
  'behind-time': "Check whether the chain's node still synchronizes, and this machine's clock, or set another endpoint for the chain.",
  unreadable: "Check the chain's node and its endpoints in the settings; work continues once the chain can be read.",
  'no-receipt': "Check the executor's balance of gas money, the gas limits in the settings and the chain's endpoints.",
  'not-final': "Check whether the chain's node makes new blocks; work continues once the block is final.",
};

/**
 * Describes the outage of a chain that makes no progress. `transactionsWaiting` is the number of sent transactions that wait to be mined on
 * this chain.
 */
export function chainOutage({ word, sinceMs, sentence }: ChainTrouble, transactionsWaiting: number | null): FoundOutage {
  return {
    kind: 'chain',
    cause: sentence,
    sinceMs,
    waits: 'Orders, trades and events of this chain wait; other chains continue, and nothing is lost.',
    remedy: REMEDIES[word],
    transactionsWaiting,
  };
}

/** Minimum duration of a chain problem, in ms, before it is reported. So problems that end within two minutes are not reported. */
export const TOLD_AFTER_MS = 2 * 60_000;
