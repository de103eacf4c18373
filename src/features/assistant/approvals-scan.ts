import type { Approval, ApprovalPair, ApprovalReader } from '../../platform/chain/approvals/read-approvals.ts';
import type { Chain, ChainReads } from '../../platform/chain/chain.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, listOf, number, object, optional, text } from '../../values/document-form.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import { errorText } from './lookup/error-text.ts';

/**
 * The state of a scan for a wallet's approvals (permissions of others to spend its tokens) on a chain: the blocks that were read, and the
 * approvals that were found.
 */
export type StoredScan = {
  readonly chainId: number;
  readonly wallet: Address;
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly pairs: readonly JsonObject[];
  readonly expiresAtMs: number;
  /** The last block whose new approvals the wallet was notified of. Missing in scans that earlier versions stored. */
  readonly toldToBlock?: number;
  /** The time (UTC ms) at which the service reads the approvals again without a request. Missing in scans that earlier versions stored. */
  readonly lookAtMs?: number;
  /**
   * Whether the service knows the wallet otherwise than by requests that anyone can send: it has signed in, or has a position or an agent on
   * chain. Missing in scans that earlier versions stored.
   */
  readonly isKnown?: boolean;
};

export const APPROVAL_SCANS: CollectionSpec = {
  name: 'approval-scans',
  ofWallet: { by: 'wallet', mayBeDeleted: true },
  indexes: [['wallet', 'chainId'], ['lookAtMs'], ['isKnown', 'lookAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredScan>({
    ...{ chainId: integer, wallet: text, fromBlock: integer, toBlock: integer, pairs: listOf(object), expiresAtMs: number },
    toldToBlock: optional(integer),
    lookAtMs: optional(number),
    isKnown: optional(flag),
  }),
};

export type ApprovalScan = {
  /**
   * The approvals that can still be used. If the service scans by itself and `newAfterBlock` is set, only the approvals given after that
   * block.
   */
  readonly approvals: readonly Approval[];
  readonly fromBlock: number;
  readonly toBlock: number;
  /** False while older blocks of the chain have not been scanned yet. */
  readonly isWhole: boolean;
  /** Why the scan stopped before it had read all blocks; null when it did not stop early. */
  readonly problem: string | null;
  /**
   * Approvals in blocks after this block were not known to the service before the scan. It is null in the first scan of a wallet, because
   * approvals that existed before the service knew the wallet do not count as new.
   */
  readonly newAfterBlock: number | null;
  /** Records that the wallet was notified of the new approvals. Until this function is called, each scan reports them as new. */
  readonly told: () => Promise<void>;
};

/** Why a scan runs. `person`: a client requested the approvals of the wallet; `service`: the service reads them again by itself. */
export type ScanReason = 'person' | 'service';

/**
 * Reads the approvals of a wallet. Each call continues at the block at which the previous one stopped. @throws the errors of `ChainReads`
 */
export type ScanApprovals = (chain: Chain, wallet: Address, reason: ScanReason) => Promise<ApprovalScan>;

/** How long a scan is stored after a client requested it, in ms. Scans that the service runs by itself do not extend this time. */
const KEPT_MS = 30 * DAY_MS;
/** The time between two scans of a wallet that the service runs by itself, in ms. */
export const LOOK_EVERY_MS = 3_600_000;
const MOST_PAIRS = 1_000;
/**
 * Maximum number of stored approvals of one token. Any contract can emit approvals in a wallet's name, so those of one contract must not
 * replace those of all others.
 */
const MOST_OF_ONE_TOKEN = 50;
/** Maximum number of requests for logs that one call of `ScanApprovals` sends. */
const MOST_REQUESTS = 12;
/** Number of blocks in the first request for logs. A refused request is repeated with half as many blocks. */
const BLOCKS_AT_ONCE = 50_000;
const MOST_BLOCKS = 2_000_000;
const LEAST_BLOCKS = 20;
/** Number of the newest blocks that a scan for approvals reads again each time, because a reorg may have replaced them. */
const REORG_BLOCKS = 64;

export function createScanApprovals(deps: {
  readonly records: RecordStore;
  readonly reader: ApprovalReader;
  /** Whether the service knows the wallet, see `StoredScan.isKnown`. */
  readonly isKnown: (wallet: Address) => Promise<boolean>;
  readonly clock: Clock;
}): ScanApprovals {
  const { reader, clock } = deps;
  const scans = deps.records.collection<StoredScan>(APPROVAL_SCANS);

  return async (chain, wallet, reason) => {
    const id = `${chain.chainId}/${wallet}`;
    const stored = await scans.get(id);
    const scan = await chain.onOneEndpoint(async (reads) => {
      const head = await reads.getBlockNumber();
      const known = stored === null || stored.toBlock > head ? null : stored;
      return await goOn(reads, wallet, head, known);
    });
    const kept = {
      chainId: chain.chainId,
      wallet,
      fromBlock: scan.fromBlock,
      toBlock: scan.toBlock,
      pairs: [...scan.pairs],
      expiresAtMs: reason === 'service' && stored !== null ? stored.expiresAtMs : clock.now() + KEPT_MS,
      lookAtMs: clock.now() + LOOK_EVERY_MS,
      isKnown: await deps.isKnown(wallet),
      toldToBlock: stored?.toldToBlock ?? scan.toBlock,
    };
    // When two scans run at the same time, the scan that ends last overwrites the other. Both results are valid.
    await scans.put(id, kept);
    const newAfterBlock = stored?.toldToBlock ?? null;
    const told = async () => {
      if (kept.toldToBlock < scan.toBlock) await scans.put(id, { ...kept, toldToBlock: scan.toBlock });
    };
    // A scan that the service runs by itself only serves to notify the wallet of new approvals, so older approvals are omitted.
    const pairs = reason === 'service' && newAfterBlock !== null ? scan.pairs.filter(({ block }) => block > newAfterBlock) : scan.pairs;
    const nowSec = Math.floor(clock.now() / 1_000);
    const approvals = pairs.length === 0 ? [] : await chain.onOneEndpoint((reads) => reader.inForce(reads, wallet, pairs, nowSec));
    return {
      approvals,
      fromBlock: scan.fromBlock,
      toBlock: scan.toBlock,
      isWhole: scan.fromBlock === 0,
      problem: scan.problem,
      newAfterBlock,
      told,
    };
  };

  /** Searches a wallet's approvals, in new blocks first and then in older blocks, until the maximum number of requests is reached. */
  async function goOn(reads: ChainReads, wallet: Address, head: number, known: StoredScan | null) {
    const pairs = new Map((known?.pairs ?? []).map((pair) => [keyOf(pair as ApprovalPair), pair as ApprovalPair]));
    const window = { blocks: BLOCKS_AT_ONCE, requests: 0, problem: null as string | null };
    const add = (found: readonly ApprovalPair[]) => {
      for (const pair of found) pairs.set(keyOf(pair), pair);
    };
    let [fromBlock, toBlock] = known === null ? [head + 1, head] : [known.fromBlock, known.toBlock];
    let next = Math.max(0, toBlock - REORG_BLOCKS + 1);
    while (known !== null && next <= head && hasMore(window)) {
      const last = Math.min(head, next + window.blocks - 1);
      const found = await read(reads, wallet, next, last, window);
      if (found === null) continue;
      add(found);
      next = last + 1;
      toBlock = Math.max(toBlock, last);
    }
    while (fromBlock > 0 && hasMore(window) && toBlock === head) {
      const first = Math.max(0, fromBlock - window.blocks);
      const found = await read(reads, wallet, first, fromBlock - 1, window);
      if (found === null) continue;
      add(found);
      fromBlock = first;
    }
    return { pairs: newestOf([...pairs.values()]), fromBlock: Math.min(fromBlock, head), toBlock, problem: window.problem };
  }

  async function read(
    reads: ChainReads,
    wallet: Address,
    fromBlock: number,
    toBlock: number,
    window: Window,
  ): Promise<readonly ApprovalPair[] | null> {
    window.requests += 1;
    try {
      const found = await reader.given(reads, wallet, { fromBlock, toBlock });
      window.blocks = Math.min(MOST_BLOCKS, window.blocks * 2);
      return found;
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      window.blocks = Math.floor(Math.min(window.blocks, toBlock - fromBlock + 1) / 2);
      if (window.blocks < LEAST_BLOCKS) window.problem = errorText(error);
      return null;
    }
  }
}

/** Returns the approvals that a scan stores: the newest ones, of which only a limited number are of the same token. */
function newestOf(pairs: readonly ApprovalPair[]): readonly ApprovalPair[] {
  const counts = new Map<string, number>();
  const kept = pairs
    .toSorted((a, b) => b.block - a.block)
    .filter(({ token }) => {
      const count = (counts.get(token) ?? 0) + 1;
      counts.set(token, count);
      return count <= MOST_OF_ONE_TOKEN;
    });
  return kept.slice(0, MOST_PAIRS);
}

type Window = { blocks: number; requests: number; problem: string | null };

function hasMore({ requests, problem }: Window): boolean {
  return requests < MOST_REQUESTS && problem === null;
}

function keyOf(pair: ApprovalPair): string {
  return [pair.kind, pair.token, pair.spender, pair.kind === 'nft' ? pair.tokenId : ''].join('/');
}
