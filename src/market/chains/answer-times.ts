import type { OnRpc, RpcCall } from '../../platform/chain/watch-rpc.ts';

export type AnswerTimes = {
  readonly onRpc: OnRpc;
  /**
   * Time (UTC ms) of the first request to a chain that was not answered after the chain's last answer; null when the last request was
   * answered, or when no request has ended yet.
   */
  readonly unansweredSinceMs: (chainId: number) => number | null;
};

const IS_ANSWER: Readonly<Record<RpcCall['outcome'], boolean>> = {
  ...{ ok: true, refused: true },
  ...{ timeout: false, 'rate-limited': false, unavailable: false },
};

/**
 * Notes since when a chain does not answer, from all requests of this node to it. So the begin of an outage is known, although nobody
 * checked at that time whether the chain can be reached.
 */
export function createAnswerTimes(now: () => number): AnswerTimes {
  const times = new Map<number, { answeredAtMs: number; unansweredSinceMs: number | null }>();
  return {
    onRpc({ chainId, outcome, ms }) {
      const endedAtMs = now();
      if (IS_ANSWER[outcome]) {
        times.set(chainId, { answeredAtMs: endedAtMs, unansweredSinceMs: null });
        return;
      }
      const { answeredAtMs, unansweredSinceMs } = times.get(chainId) ?? { answeredAtMs: Number.NEGATIVE_INFINITY, unansweredSinceMs: null };
      // A request that began before the last answer shows only that the chain has not answered since then.
      const sinceMs = Math.max(answeredAtMs, endedAtMs - ms);
      times.set(chainId, { answeredAtMs, unansweredSinceMs: Math.min(unansweredSinceMs ?? sinceMs, sinceMs) });
    },
    unansweredSinceMs: (chainId) => times.get(chainId)?.unansweredSinceMs ?? null,
  };
}
