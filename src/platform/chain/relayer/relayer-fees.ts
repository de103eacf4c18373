import type { Address } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import type { Log } from '../../log/log.ts';
import { createRepeats } from '../../log/repeats.ts';
import { relayerAbi } from '../abi/relayer.generated.ts';
import type { Chains } from '../chain.ts';

/** Returns the fee that a Relayer contract takes from every swap, in basis points of the input amount. */
export type RelayerFees = { feeBpsOf(chainId: number, relayer: Address): Promise<number> };

/**
 * How long the fee of a Relayer contract is cached, in ms. A longer time is not needed for correctness, because a trade that was quoted
 * with an outdated fee reverts without a loss.
 */
const KEPT_MS = 60_000;

/**
 * Creates a reader of the fees (`feeBps`) of Relayer contracts, which reads each contract's fee at most once a minute. Until the first
 * successful read, the returned fee is 0, for example on a chain without an endpoint.
 */
export function createRelayerFees(deps: { chains: Chains; clock: Clock; log: Log }): RelayerFees {
  const { chains, clock, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const kept = new Map<string, { feeBps: number; untilMs: number }>();
  return {
    async feeBpsOf(chainId, relayer) {
      const key = `${chainId}/${relayer}`;
      const known = kept.get(key);
      if (known !== undefined && clock.now() < known.untilMs) return known.feeBps;
      if (!chains.has(chainId)) return 0;
      try {
        const [fee] = await chains.of(chainId).readContracts([{ address: relayer, abi: relayerAbi, functionName: 'feeBps' } as const]);
        if (fee.status !== 'success') throw fee.error;
        kept.set(key, { feeBps: fee.result, untilMs: clock.now() + KEPT_MS });
        repeats.over(key, 'Reading the relayer fee works again', { chainId });
        return fee.result;
      } catch (error) {
        repeats.warn(key, 'Reading the relayer fee failed', { chainId, error });
        return known?.feeBps ?? 0;
      }
    },
  };
}
