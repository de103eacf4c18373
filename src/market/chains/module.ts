import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import { defineModule } from '../../module/module.ts';
import type { RemoteSigning } from '../../platform/chain/remote-signer/ask-signer.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import { createTraceCall } from '../../platform/tracing/trace-call.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Finding } from '../../values/finding.ts';
import type { Catalog } from '../catalog/module.ts';
import type { LocalDevnet } from '../devnet/module.ts';
import { createAnswerTimes } from './answer-times.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import { createSenderActor } from './create-sender-actor.ts';
import { ENDPOINT_METRICS, showEndpoints } from './endpoint-metrics.ts';
import { examineChains } from './examine-chains.ts';
import { EXECUTOR_METRICS, showExecutors } from './executor-metrics.ts';
import { foreignRecords } from './foreign-records.ts';
import { type OpenChains, openChains } from './open-chains.ts';
import { PROGRESS_METRICS } from './progress-metrics.ts';
import { reachProbe } from './reach-probe.ts';
import { countRpc, RPC_METRICS } from './rpc-metrics.ts';
import { chainsSettings } from './settings.ts';
import { setupProbe } from './setup-probe.ts';
import { countSigners, SIGNER_METRICS } from './signer-metrics.ts';
import { type ChainTroubleOf, watchChains } from './watch-chains.ts';
import { TRANSACTION_METRICS, watchTransactions } from './watch-transactions.ts';

export type GivenChains = OpenChains & {
  readonly troubleOf: ChainTroubleOf;
  /** Options for calling remote signers (signing services that are reached by a URL), including the counters for their replies. */
  readonly remote: RemoteSigning;
};

/**
 * The module for clients of all chains for which this node has an RPC endpoint, and for the actor that sends transactions to the chains.
 */
export const chains = defineModule({
  name: 'chains',
  needs: { catalog: true, devnet: true },
  actors: [transactionSender],
  collections: [],
  metrics: [RPC_METRICS, TRANSACTION_METRICS, ENDPOINT_METRICS, PROGRESS_METRICS, EXECUTOR_METRICS, SIGNER_METRICS].flatMap(familiesOf),
  probes: Object.values(CHAIN_PROBES),
  settings: chainsSettings,
  examinations: [{ of: 'node', examine: examineChains }],
  async start(
    platform,
    { catalog: { networks }, devnet: localDevnet }: { readonly catalog: Catalog; readonly devnet: LocalDevnet },
    { executorKeys, maxInFlight },
  ) {
    const { clock, log, metrics, tracer, harness } = platform;
    const remote: RemoteSigning = { token: platform.config.signerUrlToken, onAnswer: countSigners(metrics) };
    const count = countRpc(metrics, createTraceCall(tracer));
    const { onRpc, unansweredSinceMs } = createAnswerTimes(() => clock.now());
    const open = await openChains(executorKeys, {
      ...{ networks, log, time: harness.endpoints },
      onRpc(call) {
        onRpc(call);
        count(call);
      },
      remote,
    });
    const repeats = createRepeats({ log, now: () => clock.now() });
    const { troubleOf, probes, stop } = await watchChains(platform, { open, networks, unansweredSinceMs });
    const gives: GivenChains = { ...open, troubleOf, remote };
    showEndpoints(metrics, gives);
    showExecutors(metrics, {
      openChains: gives,
      now: () => clock.now(),
      onError: (error) => void repeats.warn('balance', 'The balance of an executor could not be read', { error }),
    });
    return {
      gives,
      actors: [createSenderActor(gives, { harness, watch: watchTransactions(metrics, log, tracer), maxInFlight })],
      probes: [
        ...gives.chains.chainIds.map((chainId) => reachProbe(gives, chainId, { now: () => clock.now(), unansweredSinceMs })),
        ...gives.chains.chainIds.map((chainId) => endpointsProbe(gives, chainId)),
        recordsProbe(() => foreignRecords(networks, localDevnet.rpcUrl !== null)),
        ...gives.chains.chainIds.map((chainId) =>
          setupProbe({
            chain: gives.chains.of(chainId),
            networkOf: () => networks.get(chainId),
            executors: gives.executorsOf(chainId),
            signers: gives.executorsOf(chainId).map((address) => gives.signers.of(chainId, address)),
            now: () => clock.now(),
          }),
        ),
        ...probes,
      ],
      stop,
    };
  },
});

/**
 * Creates the readiness check (probe) for stored data of chains for which this node is not set up. When the store cannot be read, the check
 * reports nothing, because the store's own probe reports that problem.
 */
function recordsProbe(find: () => Promise<readonly Finding[]>): DeclaredProbe {
  return probeOf(CHAIN_PROBES.records, async () => {
    try {
      const found = await find();
      return found.length === 0 ? null : found.map(({ check, message }) => `${check}: ${message}`).join(' ');
    } catch (error) {
      if (error instanceof CoxswainError) return null;
      throw error;
    }
  });
}

function endpointsProbe({ chains: open }: OpenChains, chainId: number): DeclaredProbe {
  return probeOf(
    CHAIN_PROBES.endpoints,
    async () => {
      const aside = open.endpoints().filter((state) => state.chainId === chainId && state.trouble !== null);
      if (aside.length === 0) return null;
      return `Avoided endpoints: ${aside.map(({ host, trouble }) => `${host} (${trouble})`).join(', ')}. Other endpoints are used first.`;
    },
    chainId,
  );
}
