import { type Abi, BaseError, createPublicClient, defineChain, fallback, http, type PublicClient, type Transport } from 'viem';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { REDACTED, redactUrls } from '../../values/redact-urls.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';
import type { Log } from '../log/log.ts';
import type { Chain, ChainReads, SendAnswer } from './chain.ts';
import { type ChainReadsOptions, createChainReads } from './create-chain-reads.ts';
import { bestAnswer, readSendAnswer } from './read-send-answer.ts';
import { type OnRpc, watchRpc } from './watch-rpc.ts';

export type NetworkSettings = {
  readonly chainId: number;
  /** At least one; the first that works serves. */
  readonly rpcUrls: readonly string[];
  /** Default 0 on 31337, else 3. */
  readonly confirmations?: number;
  /** Default 30,000 on 31337, else 90,000. */
  readonly stuckAfterMs?: number;
};

export type ChainOptions = {
  readonly abi: Abi;
  /** Where an endpoint's trouble is told; endpoints as hosts, since providers put keys in the path. */
  readonly log: Pick<Log, 'warn'>;
  readonly requestTimeoutMs: number;
  /** Retries of a read by the same endpoint after a transport fault, before the next endpoint is asked. */
  readonly readRetries: number;
  readonly confirmations: number;
  readonly stuckAfterMs: number;
  /** Told of each call of a node. */
  readonly onRpc?: OnRpc | undefined;
};

/** One network over its endpoints; see the port for what is retried and what never is. */
export function createChain(network: NetworkSettings, options: ChainOptions): Chain {
  const { chainId, rpcUrls } = network;
  const { abi, log, requestTimeoutMs, readRetries, onRpc } = options;
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'native', symbol: 'native', decimals: 18 },
    rpcUrls: { default: { http: [...rpcUrls] } },
  });
  // Off-chain look-ups (ERC-3668) let a contract make us fetch any URL.
  const clientOf = (transport: Transport): PublicClient => createPublicClient({ chain, transport, ccipRead: false, cacheTime: 0 });
  const estimateAt = chainId === DEVNET_CHAIN_ID ? 'pending' : 'latest';
  const secrets = rpcUrls.flatMap(secretsInUrl);
  const masked = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), redactUrls(text));
  const readsOptions: ChainReadsOptions = { chainId, abi, estimateAt, masked };
  const timeout = { timeout: requestTimeoutMs };
  const at = (url: string, retries: { retryCount?: number; retryDelay?: number } = {}) =>
    watchRpc(http(url, { ...timeout, ...retries }), chainId, onRpc);
  const readRetrying = { retryCount: readRetries, retryDelay: 150 };

  const everywhere = createChainReads(
    clientOf(
      fallback(
        rpcUrls.map((url) => at(url)),
        readRetrying,
      ),
    ),
    readsOptions,
  );
  const endpoints = rpcUrls.map((url) => ({
    host: hostOf(url),
    reads: createChainReads(clientOf(at(url, readRetrying)), readsOptions),
    sender: clientOf(at(url, { retryCount: 0 })),
  }));

  async function sendTo({ host, sender }: (typeof endpoints)[number], raw: `0x${string}`): Promise<SendAnswer | null> {
    try {
      await sender.sendRawTransaction({ serializedTransaction: raw });
      return { kind: 'accepted' };
    } catch (error) {
      const answer = readSendAnswer(error, masked);
      if (answer === null)
        log.warn('an endpoint gave no answer to a sent transaction', {
          chainId,
          host,
          reason: error instanceof BaseError ? error.shortMessage : String(error),
        });
      return answer;
    }
  }

  return {
    ...everywhere,
    confirmations: options.confirmations,
    stuckAfterMs: options.stuckAfterMs,
    sendRawTransaction: async (raw) => {
      const answers = await Promise.all(endpoints.map((endpoint) => sendTo(endpoint, raw)));
      const best = bestAnswer(answers.filter((answer) => answer !== null));
      if (best !== null) return best;
      const message = `No endpoint of chain ${chainId} answered: the transaction may or may not have been taken.`;
      throw new IndeterminateError({ code: 'send-unknown', message, retryAfterMs: 1_000 });
    },
    onOneEndpoint: async <T>(work: (reads: ChainReads) => Promise<T>) => {
      let last: unknown;
      for (const { host, reads } of endpoints) {
        try {
          return await work(reads);
        } catch (error) {
          if (!(error instanceof CoxswainError && error.kind === 'retryable')) throw error;
          log.warn('an endpoint failed; the next one is asked', { chainId, host, code: error.code });
          last = error;
        }
      }
      throw last;
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'not a URL';
}
