import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import type { Platform } from '../../module/platform.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import type { Networks } from '../networks/create-networks.ts';
import { makesBlocksOnDemand } from '../networks/network.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import { CHAIN_TROUBLE_WORDS, type ChainTrouble, type ChainTroubleWord, momentText } from './chain-trouble.ts';
import { createHeadWatch, type HeadWatch } from './head-watch.ts';
import type { OpenChains } from './open-chains.ts';
import { showProgress } from './progress-metrics.ts';
import { createReceiptWatch, type ReceiptWatch } from './receipt-watch.ts';

/** Returns, in one sentence, why a reachable chain makes no progress; null when there is no known problem. */
export type ChainTroubleOf = (chainId: number) => string | null;

export type WatchedProgress = {
  readonly troubleOf: ChainTroubleOf;
  readonly probes: readonly DeclaredProbe[];
  readonly stop: () => Promise<void>;
};

type WatchedChain = { readonly chainId: number; readonly head: HeadWatch; readonly receipts: ReceiptWatch | null };

const LOOK_EVERY_MS = 30_000;
const BEGINS: Readonly<Record<ChainTroubleWord, string>> = {
  'standing-still': 'A chain has no new blocks',
  'behind-time': 'The blocks of a chain have old timestamps',
  unreadable: 'The newest block of a chain cannot be read',
  'no-receipt': 'A transaction has no receipt',
  'not-final': 'A transaction is mined but not final',
};

/** Regularly checks whether each chain makes progress, based on its newest block and on the transactions that this node has sent. */
export async function watchChains(
  platform: Pick<Platform, 'actors' | 'clock' | 'log' | 'metrics' | 'timers'>,
  deps: { readonly open: OpenChains; readonly networks: Pick<Networks, 'get'> },
): Promise<WatchedProgress> {
  const { actors, clock, log, timers } = platform;
  const { chains, executorsOf } = deps.open;
  const now = () => clock.now();
  const repeats = createRepeats({ log, now });
  const watched = new Map<number, WatchedChain>();
  for (const chainId of chains.chainIds) watched.set(chainId, await watchOf(chainId));
  const looks = repeatWork(timers, LOOK_EVERY_MS, async () => {
    await Promise.all([...watched.values()].map(lookAt));
  });
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
      void looks.stop();
    },
  };

  async function watchOf(chainId: number): Promise<WatchedChain> {
    const chain = chains.of(chainId);
    const network = await deps.networks.get(chainId);
    const head = createHeadWatch({ chain, isOnDemand: network !== null && makesBlocksOnDemand(network), now });
    const executors = executorsOf(chainId);
    if (executors.length === 0) return { chainId, head, receipts: null };
    // The actors are looked up only when they are needed, because the actor system starts after this module.
    const inFlight = async () => {
      const found = await Promise.all(executors.map((executor) => actors.of(transactionSender, `${chainId}/${executor}`).read()));
      return found.flatMap((sender) => sender?.view.inFlight ?? []);
    };
    return { chainId, head, receipts: createReceiptWatch({ inFlight, confirmations: chain.confirmations, blockMs: head.blockMs, now }) };
  }

  async function lookAt(one: WatchedChain): Promise<void> {
    const { chainId, head, receipts } = one;
    try {
      await Promise.all([head.look(), receipts?.look()]);
      repeats.over(`${chainId}/look`, "A sender's transactions in flight can be read again", { chainId });
    } catch (error) {
      if (!looks.isStopped()) repeats.warn(`${chainId}/look`, "A sender's transactions in flight could not be read", { chainId, error });
    }
    if (looks.isStopped()) return;
    const troubles = troublesOf(one);
    for (const word of CHAIN_TROUBLE_WORDS) {
      const found = troubles.find((trouble) => trouble.word === word);
      const key = `${chainId}/${word}`;
      if (found === undefined) repeats.over(key, `${BEGINS[word]}: resolved`, { chainId, state: word });
      else repeats.warn(key, BEGINS[word], { chainId, state: word, since: momentText(found.sinceMs), reason: found.sentence });
    }
  }
}

function progressProbe(one: WatchedChain): DeclaredProbe {
  return probeOf(
    CHAIN_PROBES.progress,
    async () => {
      const troubles = troublesOf(one);
      return troubles.length === 0 ? null : troubles.map(({ word, sentence }) => `${word}: ${sentence}`).join(' ');
    },
    one.chainId,
  );
}

function troublesOf(one: WatchedChain | undefined): readonly ChainTrouble[] {
  return [one?.head.trouble() ?? null, one?.receipts?.trouble() ?? null].filter((trouble) => trouble !== null);
}
