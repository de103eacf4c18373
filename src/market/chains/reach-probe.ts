import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type FoundOutage, outageText } from '../../values/inspection/outage.ts';
import { momentText } from '../../values/iso-time.ts';
import type { AnswerTimes } from './answer-times.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import type { OpenChains } from './open-chains.ts';

/** Time limit in ms of the chain's reply, which is shorter than the time limit of the readiness check itself. */
const ANSWER_WITHIN_MS = 1_500;

/**
 * Creates the readiness check (probe) that a chain can be reached, has the expected chain id, and that this node can send transactions to
 * it. The outage that it finds began with the first request that the chain did not answer.
 */
export function reachProbe(
  { chains: open, executorOf }: OpenChains,
  chainId: number,
  { now, unansweredSinceMs }: Pick<AnswerTimes, 'unansweredSinceMs'> & { readonly now: () => number },
): DeclaredProbe {
  let away: FoundOutage | null = null;
  return probeOf(
    CHAIN_PROBES.chain,
    async () => {
      const states = open.endpoints().filter((state) => state.chainId === chainId);
      if (states.length > 0 && states.every(({ trouble }) => trouble === 'other-chain')) {
        return `Every endpoint of chain ${chainId} serves another chain.`;
      }
      let answered: number;
      try {
        answered = await chainWithinTime(open.of(chainId).getChainId(), ANSWER_WITHIN_MS, chainId);
      } catch {
        // The chain's client logs why its endpoints fail, so only the duration of the failure is recorded here.
        const sinceMs = Math.min(away?.sinceMs ?? now(), unansweredSinceMs(chainId) ?? now());
        if (away?.sinceMs !== sinceMs) away = awaySince(chainId, sinceMs);
        return outageText(away);
      }
      away = null;
      if (answered !== chainId) return `An endpoint of chain ${chainId} serves chain ${answered}.`;
      return executorOf(chainId) === null ? `EXECUTOR_KEY is not set for chain ${chainId}, so nothing is executed on it.` : null;
    },
    chainId,
    () => away,
  );
}

function awaySince(chainId: number, sinceMs: number): FoundOutage {
  return {
    kind: 'chain',
    cause: `No endpoint of chain ${chainId} has answered since ${momentText(sinceMs)}.`,
    sinceMs,
    waits: 'Orders, trades and events of this chain wait; other chains continue, and nothing is lost.',
    remedy: `Check the chain's node, the network, and RPC_${chainId} in the settings; work continues once the chain answers.`,
    transactionsWaiting: null,
  };
}
