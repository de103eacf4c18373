import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ChainReads } from './chain.ts';

/**
 * After this time in ms without an answer of an endpoint, a node of another chain may have been started at its address. The endpoint's
 * chain id is then checked together with the next request.
 */
const PROOF_IDLE_MS = 5_000;

/**
 * Tracks which endpoints have proved that they serve the chain. Answers of an endpoint are not used before this proof. After the endpoint
 * was unreachable, a new proof is required, because a node of another chain may then answer at the same address.
 */
export type EndpointProofs = {
  /** Whether the endpoint must prove that it serves the chain before the next request. */
  readonly isUnproved: (index: number) => boolean;
  /** Whether the endpoint's proof that it serves the chain must be requested at the same time as the next request. */
  readonly isIdle: (index: number) => boolean;
  /** Checks the endpoint's chain id. @throws RetryableError `rpc-other-chain`, or the endpoint's own error */
  readonly prove: (index: number) => Promise<void>;
  readonly answered: (index: number) => void;
  /** Records that an endpoint did not answer a request. */
  readonly isAway: (index: number) => void;
};

export function createEndpointProofs(deps: {
  readonly chainId: number;
  readonly endpoints: readonly { readonly reads: Pick<ChainReads, 'getChainId'> }[];
  readonly stopwatch: () => number;
  /** Called for each endpoint that serves another chain. */
  readonly onOtherChain: (index: number) => void;
  /** Called for each endpoint that answers again. */
  readonly onBack: (index: number) => void;
}): EndpointProofs {
  const { chainId, endpoints, stopwatch, onOtherChain, onBack } = deps;
  type State = { isProved: boolean; wasAway: boolean; answeredAtMs: number; proving: Promise<void> | null };
  const states = endpoints.map((): State => ({ isProved: false, wasAway: false, answeredAtMs: 0, proving: null }));
  const stateOf = (index: number): State => {
    const state = states[index];
    if (state === undefined) throw new RangeError(`The chain has no RPC endpoint with the number ${index}`);
    return state;
  };

  async function proveNow(index: number): Promise<void> {
    const state = stateOf(index);
    const served = await endpoints[index]?.reads.getChainId();
    if (served !== chainId) {
      state.isProved = false;
      onOtherChain(index);
      const message = `An endpoint of chain ${chainId} serves chain ${served}. Correct RPC_${chainId}.`;
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
