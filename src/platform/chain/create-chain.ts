import { type Abi, BaseError, createPublicClient, defineChain, http, type PublicClient, type Transport } from 'viem';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { REDACTED, redactUrls } from '../../values/redact-urls.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';
import { createRepeats, type RepeatsLog } from '../log/repeats.ts';
import { createAskEndpoints } from './ask-endpoints.ts';
import type { Chain, EndpointState, RollupKind, SendAnswer } from './chain.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { type ChainReadsOptions, createChainReads } from './create-chain-reads.ts';
import { createDataFeeReader } from './data-fees.ts';
import { COMPARE_EVERY_MS, createEndpointHealth, type EndpointTrouble } from './endpoint-health.ts';
import { createEndpointProofs } from './endpoint-proofs.ts';
import { createGasProbes } from './gas-probes.ts';
import { patient } from './patient-transport.ts';
import { pause } from './pause.ts';
import { quantityOf } from './quantity.ts';
import { bestAnswer, readSendAnswer } from './read-send-answer.ts';
import { readsOverEndpoints } from './reads-over-endpoints.ts';
import { createRpcFetch } from './rpc-fetch.ts';
import { type OnRpc, watchRpc } from './watch-rpc.ts';

export type NetworkSettings = {
  readonly chainId: number;
  /** URLs of the chain's RPC endpoints, at least one, most preferred first. */
  readonly rpcUrls: readonly string[];
  /** Number of blocks after which a transaction is final. Default: 0 on chain 31337 (the devnet), otherwise 3. */
  readonly confirmations?: number;
  /**
   * How long a transaction may be pending before its fee is raised, in milliseconds. Default: 30,000 on chain 31337 (the devnet), otherwise
   * 90,000.
   */
  readonly stuckAfterMs?: number;
  /** How transactions pay for their data. When missing, the chain is queried. Chain 31337 (the devnet) is never a rollup. */
  readonly rollup?: RollupKind | undefined;
};

export type ChainOptions = {
  readonly abi: Abi;
  /**
   * The log for failures of endpoints. Its lines contain only the host of an endpoint, because providers put keys into the path of the URL.
   */
  readonly log: RepeatsLog;
  readonly requestTimeoutMs: number;
  /** How often a request is retried after a connection failure when all endpoints have failed; 0 means never. */
  readonly readRetries: number;
  readonly confirmations: number;
  readonly stuckAfterMs: number;
  /** Called for each request to a blockchain node. */
  readonly onRpc?: OnRpc | undefined;
  /** Called when the client starts to avoid an endpoint. */
  readonly onEndpoint?: OnEndpoint | undefined;
  /** A clock in ms. Only differences between its values matter, so it can start at any value. Default: the machine's clock. */
  readonly stopwatch?: (() => number) | undefined;
};

export type OnEndpoint = (trouble: {
  readonly chainId: number;
  /** The host of the endpoint's URL. The other parts of the URL are left out, because they may contain a key. */
  readonly host: string;
  readonly reason: EndpointTrouble;
  readonly ms: number;
}) => void;

/** Maximum time in ms that the first request waits for the first comparison of the chain's endpoints. */
const FIRST_COMPARED_WITHIN_MS = 1_000;
/**
 * Endpoints are compared at a block this many blocks below the newest block that all of them have, or deeper if the chain has a higher
 * number of confirmations.
 */
const LEAST_DEPTH = 3;

/** Creates a network over its endpoints. The type `Chain` documents which requests are retried and which never are. */
export function createChain(
  network: NetworkSettings,
  options: ChainOptions,
): Chain & { readonly endpointStates: () => readonly EndpointState[] } {
  const { chainId, rpcUrls } = network;
  const { abi, log, requestTimeoutMs, readRetries, onRpc } = options;
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'native', symbol: 'native', decimals: 18 },
    rpcUrls: { default: { http: [...rpcUrls] } },
  });
  // Off-chain look-ups (ERC-3668) are off: with such look-ups, a contract could make this node request any URL.
  const clientOf = (transport: Transport): PublicClient => createPublicClient({ chain, transport, ccipRead: false, cacheTime: 0 });
  const estimateAt = chainId === DEVNET_CHAIN_ID ? 'pending' : 'latest';
  const secrets = rpcUrls.flatMap(secretsInUrl);
  const masked = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), redactUrls(text));
  const readsOptions: ChainReadsOptions = { chainId, abi, estimateAt, masked };
  const stopwatch = options.stopwatch ?? (() => performance.now());
  const repeats = createRepeats({ log, now: stopwatch });
  const hosts = rpcUrls.map(hostOf);
  const health = createEndpointHealth(
    rpcUrls.length,
    stopwatch,
    ({ index, reason, ms }) => {
      const trouble = { chainId, host: hosts[index] ?? '', reason, ms };
      repeats.warn(`${index}/${reason}`, 'An RPC endpoint failed, and is avoided for some time', trouble);
      options.onEndpoint?.(trouble);
    },
    ({ index, reason }) =>
      repeats.over(`${index}/${reason}`, 'An RPC endpoint is used again', { chainId, host: hosts[index] ?? '', reason }),
  );
  const endpoints = rpcUrls.map((url, index) => {
    const fetchFn = createRpcFetch(
      {
        rests: (ms) => health.rests(index, ms),
        isStrange: () => health.fails(index, 'strange'),
        answered: (method, result) => {
          if (method === 'eth_blockNumber') health.sawHead(index, quantityOf(result) ?? 0n);
        },
      },
      () => performance.timeOrigin + performance.now(),
    );
    // viem's own retries are turned off, because they wait for `Retry-After` within our time-out, although another endpoint could answer in
    // that time.
    const once = http(url, { timeout: requestTimeoutMs, retryCount: 0, fetchFn });
    const clientAt = (transport: Transport) => clientOf(watchRpc(transport, chainId, onRpc));
    return {
      index,
      host: hosts[index],
      reads: createChainReads(clientAt(once), readsOptions),
      patientReads: createChainReads(clientAt(patient(once, readRetries)), readsOptions),
      sender: clientAt(once),
    };
  });
  const isAlone = endpoints.length === 1;
  let compareAtMs = isAlone ? stopwatch() + COMPARE_EVERY_MS : stopwatch();
  const proofs = createEndpointProofs({
    ...{ chainId, endpoints, stopwatch },
    onOtherChain: (index) => health.compared(index, 'other-chain'),
    onBack: () => {
      compareAtMs = isAlone ? compareAtMs : stopwatch();
    },
  });
  const askInOrder = createAskEndpoints({ chainId, endpoints, health, proofs, hasSecondRound: readRetries > 0 });
  /**
   * The first comparison of the endpoints; null before it starts. It never starts for a single endpoint, which has nothing to be compared
   * with.
   */
  let firstCompared: Promise<unknown> | null = null;
  let isCompared = isAlone;

  async function compareNow(): Promise<void> {
    compareAtMs = stopwatch() + COMPARE_EVERY_MS;
    const awake = endpoints.filter(({ index }) => health.troubles()[index] !== 'asks-to-wait');
    const findings = await compareEndpoints(
      chainId,
      awake.map(({ reads }) => reads),
      Math.max(options.confirmations, LEAST_DEPTH),
    );
    for (const [at, { index }] of awake.entries()) {
      const { finding = 'unknown', head = null } = findings[at] ?? {};
      if (finding !== 'unknown') health.compared(index, finding);
      // Reports the newest block number of each endpoint once more, because whether an endpoint lags can be decided only now that the
      // numbers of all endpoints are known.
      if (head !== null) health.sawHead(index, BigInt(head));
    }
  }

  /**
   * Runs a request on the chain's endpoints. The request waits only for the first comparison of the endpoints; later requests use the
   * result of the last finished comparison.
   */
  const ask: typeof askInOrder = async (work, askOptions) => {
    const comparing = stopwatch() >= compareAtMs ? compareNow() : null;
    if (!isCompared) {
      const over = () => {
        isCompared = true;
      };
      firstCompared ??= Promise.race([comparing, pause(FIRST_COMPARED_WITHIN_MS, new AbortController().signal)]).then(over, over);
      await firstCompared;
    }
    return await askInOrder(work, askOptions);
  };

  async function sendTo({ index, host, sender }: (typeof endpoints)[number], raw: `0x${string}`): Promise<SendAnswer | null> {
    try {
      // Only endpoints of the right chain are used. An endpoint of another chain would refuse the transaction, and that refusal must not
      // count as an answer.
      if (proofs.isUnproved(index) || proofs.isIdle(index)) await proofs.prove(index);
      await sender.sendRawTransaction({ serializedTransaction: raw });
      proofs.answered(index);
      repeats.over(`${index}/sent`, 'An RPC endpoint accepts transactions again', { chainId, host });
      return { kind: 'accepted' };
    } catch (error) {
      const answer = readSendAnswer(error, masked);
      if (answer === null) {
        proofs.isAway(index);
        repeats.warn(`${index}/sent`, 'An RPC endpoint did not answer when a transaction was sent to it', {
          chainId,
          host,
          reason: error instanceof BaseError ? error.shortMessage : String(error),
        });
      }
      return answer;
    }
  }

  const reads = readsOverEndpoints(chainId, ask);
  const pinned = network.rollup ?? (chainId === DEVNET_CHAIN_ID ? 'none' : undefined);
  const dataFees = createDataFeeReader({ chainId, reads, pinned, stopwatch });

  return {
    ...reads,
    confirmations: options.confirmations,
    stuckAfterMs: options.stuckAfterMs,
    rollupKind: dataFees.kind,
    dataFees: dataFees.of,
    probeGas: createGasProbes({ reads, stopwatch }),
    sendRawTransaction: async (raw) => {
      const awake = health.order();
      // When every endpoint reports a rate limit, the transaction is nevertheless sent to all of them.
      const asked = awake.length === 0 ? endpoints : endpoints.filter(({ index }) => awake.includes(index));
      const answers = await Promise.all(asked.map((endpoint) => sendTo(endpoint, raw)));
      const best = bestAnswer(answers.filter((answer) => answer !== null));
      if (best !== null) return best;
      const message = `No endpoint of chain ${chainId} answered: the transaction may or may not have been sent.`;
      throw new IndeterminateError({ code: 'send-unknown', message, retryAfterMs: 1_000 });
    },
    onOneEndpoint: (work, askOptions) => ask(work, askOptions),
    endpointStates: () => health.troubles().map((trouble, index) => ({ chainId, host: hosts[index] ?? '', trouble })),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'not a URL';
}
