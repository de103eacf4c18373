import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import type { Platform } from '../../module/platform.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import { outageText } from '../../values/inspection/outage.ts';
import { momentText } from '../../values/iso-time.ts';
import type { Networks } from '../networks/create-networks.ts';
import { makesBlocksOnDemand } from '../networks/network.ts';
import type { AnswerTimes } from './answer-times.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import { CHAIN_TROUBLE_WORDS, type ChainTrouble, type ChainTroubleWord, chainOutage } from './chain-trouble.ts';
import { createHeadWatch, type HeadWatch } from './head-watch.ts';
import type { OpenChains } from './open-chains.ts';
import { showProgress } from './progress-metrics.ts';
import { createReceiptWatch, type ReceiptWatch } from './receipt-watch.ts';

/** Returns, in one sentence, why a chain that is reachable makes no progress; null when no problem of the chain is known. */
export type ChainTroubleOf = (chainId: number) => string | null;

export type WatchedProgress = {
  readonly troubleOf: ChainTroubleOf;
  readonly probes: readonly DeclaredProbe[];
  readonly stop: () => Promise<void>;
};

type WatchedChain = {
  readonly chainId: number;
  readonly head: HeadWatch;
  readonly receipts: ReceiptWatch | null;
  /** Time (UTC ms) at which the last check of the chain began. */
  lookedAtMs: number;
};

/** Age in ms of the last check of a chain from which a readiness check checks the chain again. */
const STALE_LOOK_MS = 3_000;
/**
 * Time limit in ms for reading the chain's progress in a readiness check. It is shorter than the time limit of the readiness check itself.
 */
const PROBE_LOOK_MS = 1_500;
const BEGINS: Readonly<Record<ChainTroubleWord, string>> = {
  'standing-still': 'A chain has no new blocks',
  'behind-time': 'The blocks of a chain have old timestamps',
  unreadable: 'The newest block of a chain cannot be read',
  'no-receipt': 'A transaction has no receipt',
  'not-final': 'A transaction is mined but not final',
};

/**
 * Starts regular checks of whether each chain makes progress, based on the chain's newest block and on the transactions that this node has
 * sent.
 */
export async function watchChains(
  platform: Pick<Platform, 'actors' | 'clock' | 'log' | 'metrics' | 'timers'>,
  deps: {
    readonly open: OpenChains;
    readonly networks: Pick<Networks, 'get'>;
    readonly unansweredSinceMs: AnswerTimes['unansweredSinceMs'];
  },
): Promise<WatchedProgress> {
  const { actors, clock, log, timers } = platform;
  const { chains, executorsOf } = deps.open;
  const now = () => clock.now();
  const repeats = createRepeats({ log, now });
  const watched = new Map<number, WatchedChain>();
  for (const chainId of chains.chainIds) watched.set(chainId, await watchOf(chainId));
  let isStopped = false;
  const loops = [...watched.values()].map((one) =>
    repeatWork(
      timers,
      () => one.head.nextLookMs(),
      () => lookAt(one),
    ),
  );
  showProgress(platform.metrics, () =>
    [...watched.values()].map((one) => ({
      ...{ chainId: one.chainId, troubles: troublesOf(one), waiting: one.receipts?.waiting() ?? null },
    })),
  );
  return {
    troubleOf(chainId) {
      const troubles = troublesOf(watched.get(chainId));
      return troubles.length === 0 ? null : troubles.map(({ sentence }) => sentence).join(' ');
    },
    probes: [...watched.values()].map(progressProbe),
    async stop() {
      isStopped = true;
      for (const loop of loops) void loop.stop();
    },
  };

  async function watchOf(chainId: number): Promise<WatchedChain> {
    const chain = chains.of(chainId);
    const network = await deps.networks.get(chainId);
    const head = createHeadWatch({
      ...{ chain, now, unansweredSinceMs: deps.unansweredSinceMs },
      isOnDemand: network !== null && makesBlocksOnDemand(network),
    });
    const executors = executorsOf(chainId);
    const lookedAtMs = Number.NEGATIVE_INFINITY;
    if (executors.length === 0) return { chainId, head, receipts: null, lookedAtMs };
    // The transaction senders' actors are looked up only when they are needed, because the actor system starts after this module.
    const inFlight = async () => {
      const found = await Promise.all(executors.map((executor) => actors.of(transactionSender, `${chainId}/${executor}`).read()));
      return found.flatMap((sender) => sender?.view.inFlight ?? []);
    };
    return {
      chainId,
      head,
      receipts: createReceiptWatch({ inFlight, confirmations: chain.confirmations, blockMs: head.blockMs, now }),
      lookedAtMs,
    };
  }

  async function lookAt(one: WatchedChain): Promise<void> {
    const { chainId, head, receipts } = one;
    one.lookedAtMs = now();
    try {
      await Promise.all([head.look(), receipts?.look()]);
      repeats.over(`${chainId}/look`, "A sender's transactions in flight can be read again", { chainId });
    } catch (error) {
      if (!isStopped) repeats.warn(`${chainId}/look`, "A sender's transactions in flight could not be read", { chainId, error });
    }
    if (isStopped) return;
    const troubles = troublesOf(one);
    for (const word of CHAIN_TROUBLE_WORDS) {
      const found = troubles.find((trouble) => trouble.word === word);
      const key = `${chainId}/${word}`;
      if (found === undefined) repeats.over(key, `${BEGINS[word]}: resolved`, { chainId, state: word });
      else repeats.warn(key, BEGINS[word], { chainId, state: word, since: momentText(found.sinceMs), reason: found.sentence });
    }
  }

  function progressProbe(one: WatchedChain): DeclaredProbe {
    const outage = () => {
      const [first] = troublesOf(one);
      return first === undefined ? null : chainOutage(first, one.receipts?.waiting().count ?? null);
    };
    return probeOf(
      CHAIN_PROBES.progress,
      async () => {
        if (Math.abs(now() - one.lookedAtMs) >= STALE_LOOK_MS) await withinTime(lookAt(one), PROBE_LOOK_MS, () => undefined);
        const found = outage();
        if (found === null) return null;
        const words = troublesOf(one).map(({ word }) => word);
        return `${words.join(', ')}: ${outageText(found)}`;
      },
      one.chainId,
      outage,
    );
  }
}

function troublesOf(one: WatchedChain | undefined): readonly ChainTrouble[] {
  return [one?.head.trouble() ?? null, one?.receipts?.trouble() ?? null].filter((trouble) => trouble !== null);
}
