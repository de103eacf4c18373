import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ChainReads } from './chain.ts';

/** An endpoint that has answered nothing for so long may have been put up again as another chain's: it is asked beside what it is asked for. */
const PROOF_IDLE_MS = 5_000;

/**
 * Which endpoints have shown that they serve the chain. Nothing that one says is believed before, nor after it was away: what answers behind the same
 * address may be another chain's by then.
 */
export type EndpointProofs = {
  /** Whether it has to show it first. */
  readonly isUnproved: (index: number) => boolean;
  /** Whether it has to show it at the same time as it answers. */
  readonly isIdle: (index: number) => boolean;
  /** @throws RetryableError `rpc-other-chain`, or what the endpoint fails with */
  readonly prove: (index: number) => Promise<void>;
  readonly answered: (index: number) => void;
  /** It did not answer. */
  readonly isAway: (index: number) => void;
};

export function createEndpointProofs(deps: {
  readonly chainId: number;
  readonly endpoints: readonly { readonly reads: Pick<ChainReads, 'getChainId'> }[];
  readonly stopwatch: () => number;
  /** Told of each that serves another chain. */
  readonly onOtherChain: (index: number) => void;
  /** Told of each that is there again. */
  readonly onBack: (index: number) => void;
}): EndpointProofs {
  const { chainId, endpoints, stopwatch, onOtherChain, onBack } = deps;
  type State = { isProved: boolean; wasAway: boolean; answeredAtMs: number; proving: Promise<void> | null };
  const states = endpoints.map((): State => ({ isProved: false, wasAway: false, answeredAtMs: 0, proving: null }));
  const stateOf = (index: number): State => {
    const state = states[index];
    if (state === undefined) throw new RangeError(`There is no endpoint ${index}`);
    return state;
  };

  async function proveNow(index: number): Promise<void> {
    const state = stateOf(index);
    const served = await endpoints[index]?.reads.getChainId();
    if (served !== chainId) {
      state.isProved = false;
      onOtherChain(index);
      const message = `An endpoint of chain ${chainId} serves chain ${served}. Mend RPC_${chainId}.`;
      throw new RetryableError({ code: 'rpc-other-chain', message, retryAfterMs: 1_000 });
    }
    state.isProved = true;
    state.answeredAtMs = stopwatch();
    if (state.wasAway) onBack(index);
    state.wasAway = false;
  }

  return {
    isUnproved: (index) => !stateOf(index).isProved,
    isIdle: (index) => stopwatch() - stateOf(index).answeredAtMs >= PROOF_IDLE_MS,
    prove(index) {
      const state = stateOf(index);
      state.proving ??= proveNow(index).finally(() => {
        state.proving = null;
      });
      return state.proving;
    },
    answered(index) {
      stateOf(index).answeredAtMs = stopwatch();
    },
    isAway(index) {
      const state = stateOf(index);
      state.wasAway = state.wasAway || state.isProved;
      state.isProved = false;
    },
  };
}
