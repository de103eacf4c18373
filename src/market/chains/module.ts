import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import type { ReadinessProbe } from '../../http/health/health-routes.ts';
import { defineModule } from '../../module/module.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { Catalog } from '../catalog/module.ts';
import type { LocalDevnet } from '../devnet/module.ts';
import { createSenderActor } from './create-sender-actor.ts';
import { ENDPOINT_METRICS, showEndpoints } from './endpoint-metrics.ts';
import { EXECUTOR_METRICS, showExecutors } from './executor-metrics.ts';
import { type OpenChains, openChains } from './open-chains.ts';
import { PROGRESS_METRICS } from './progress-metrics.ts';
import { chainsSettings } from './settings.ts';
import { type ChainTroubleOf, watchChains } from './watch-chains.ts';
import { watchTransactions } from './watch-transactions.ts';

export type GivenChains = OpenChains & { readonly troubleOf: ChainTroubleOf };

/** Clients of all chains for which this node has an endpoint, and the actor that sends transactions to them. */
export const chains = defineModule({
  name: 'chains',
  needs: { catalog: true, devnet: true },
  actors: [transactionSender],
  collections: [],
  metrics: [...Object.values(ENDPOINT_METRICS), ...Object.values(PROGRESS_METRICS), ...Object.values(EXECUTOR_METRICS)],
  settings: chainsSettings,
  async start(platform, { catalog: { networks } }: { readonly catalog: Catalog; readonly devnet: LocalDevnet }, { executorKeys }) {
    const { clock, log, outside, tracer, harness } = platform;
    const open = await openChains(executorKeys, { networks, log, onRpc: outside.rpc, time: harness.endpoints });
    const repeats = createRepeats({ log, now: () => clock.now() });
    const { troubleOf, probes, stop } = await watchChains(platform, { open, networks });
    const gives: GivenChains = { ...open, troubleOf };
    showEndpoints(platform.metrics, gives);
    showExecutors(platform.metrics, {
      openChains: gives,
      now: () => clock.now(),
      onError: (error) => void repeats.warn('balance', 'The balance of an executor could not be read', { error }),
    });
    return {
      gives,
      actors: [createSenderActor(gives, harness, watchTransactions(outside, log, tracer))],
      probes: [
        ...gives.chains.chainIds.map((chainId) => chainProbe(gives, chainId)),
        ...gives.chains.chainIds.map((chainId) => endpointsProbe(gives, chainId)),
        ...probes,
      ],
      stop,
    };
  },
});

function chainProbe({ chains: open, executorOf }: OpenChains, chainId: number): ReadinessProbe {
  return {
    name: `chain ${chainId}`,
    async check() {
      const states = open.endpoints().filter((state) => state.chainId === chainId);
      if (states.length > 0 && states.every(({ trouble }) => trouble === 'other-chain')) {
        return `Every endpoint of chain ${chainId} serves another chain.`;
      }
      const answered = await open.of(chainId).getChainId();
      if (answered !== chainId) return `The endpoint of chain ${chainId} serves chain ${answered}.`;
      return executorOf(chainId) === null ? `There is no EXECUTOR_KEY for chain ${chainId}: nothing is executed on it.` : null;
    },
  };
}

function endpointsProbe({ chains: open }: OpenChains, chainId: number): ReadinessProbe {
  return {
    name: `chain ${chainId} endpoints`,
    isOptional: true,
    async check() {
      const aside = open.endpoints().filter((state) => state.chainId === chainId && state.trouble !== null);
      if (aside.length === 0) return null;
      return `Avoided endpoints: ${aside.map(({ host, trouble }) => `${host} (${trouble})`).join(', ')}. Other endpoints are asked first.`;
    },
  };
}
