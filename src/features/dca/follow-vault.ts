import { createDoubtedBlocks, doubtedBlocksSpec } from '../../market/deferred/doubted-blocks.ts';
import type { FollowReport } from '../../market/deferred/followed-part.ts';
import { createTouchedRepository } from '../../market/deferred/touched-repository.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { DcaVault, OrderExecuted, PositionCreated, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import type { DcaTerms } from '../../values/dca-terms.ts';
import { documentForm, flag, integer, listOf, membersOf, number, optional, text } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { DcaDeployments } from './dca-deployments.ts';
import type { DcaPositions } from './dca-positions.ts';
import type { DeferredEvents } from './deferred-events.ts';
import type { FillRepository } from './fill-repository.ts';
import type { Gap, GapFinder } from './find-gaps.ts';
import { type LinkRepository, type PositionLink, termsKeyOf } from './link-repository.ts';
import { type ReadBlocks, readVaultChanges, type VaultChanges } from './read-vault-changes.ts';
import { fillOf } from './record-outcome.ts';

/**
 * Reads the vault events of one chain, starting after a stored cursor. It links positions to records, stores fills that happened while the
 * service was not running, makes changed positions read their state, and removes what a reorg removed. Every write can be repeated, and the
 * cursor is stored last. So after a crash the same blocks are read again, and two nodes that read at once only do the same work twice.
 * Anyone can create a position with any tokens, so an event that cannot be processed is stored for later and does not delay other
 * positions.
 * @throws RetryableError when the chain cannot be read or changes during the read
 */
export type FollowVault = (chainId: number) => Promise<FollowReport>;

/**
 * The stored position of the reader in the chain: the newest block that was read, and the block hashes by which a fork is detected. There
 * is one document for each chain.
 */
export type VaultCursor = {
  readonly chainId: number;
  readonly vault: Address;
  readonly blocks: ReadBlocks;
  /** True after a fork until all data from the removed blocks has been removed. The removal may take several runs. */
  readonly isAfterFork: boolean;
  /** Time (UTC ms) since which no endpoint has had blocks as new as the ones that were read; missing while an endpoint has such blocks. */
  readonly behindSinceMs?: number;
};

/**
 * Minimum number of block hashes that are stored. It is larger than a chain's confirmation depth, because a devnet (a local test chain)
 * with 0 confirmations can restart from an older state, and a fork that this causes must be detected, too.
 */
const LEAST_HASHES_KEPT = 32;
/**
 * Minimum number of earlier blocks that are read again in each run, even on a chain with immediate finality. An endpoint may consist of
 * many servers, some of which may lag behind and omit events.
 */
const LEAST_READ_AGAIN = 8;
/**
 * How long an endpoint may lack blocks that were already read, in ms. During this time the endpoint counts as lagging; afterwards the chain
 * counts as having lost these blocks. The time is longer than endpoints usually lag, and short enough that records of removed blocks soon
 * disappear. It does not apply to a chain without a confirmation depth: that is a devnet (a local test chain), whose single endpoint cannot
 * lag.
 */
const LAG_PATIENCE_MS = 600_000;
/**
 * Time in ms after which a run stores its progress and ends. The run's effect must end within a minute, and an owner can create any number
 * of events.
 */
const ENOUGH_FOR_A_RUN_MS = 25_000;
/** Number of the newest blocks that the first run on a chain reads when the block of the vault's deployment is unknown. */
const LOOK_BACK_BLOCKS = 100_000;

export const VAULT_CURSORS: CollectionSpec = {
  name: 'dca-vault-cursors',
  form: documentForm<VaultCursor>({
    ...{ chainId: integer, vault: text, isAfterFork: flag, behindSinceMs: optional(number) },
    blocks: listOf(membersOf<ReadBlocks[number]>({ number: integer, hash: text, events: optional(integer) })),
  }),
};

export const DOUBTED_BLOCKS = doubtedBlocksSpec('dca-doubted-blocks');

export function createFollowVault(deps: {
  records: RecordStore;
  clock: Clock;
  deployments: DcaDeployments;
  vaultAt: (chainId: number, address: Address) => DcaVault;
  links: LinkRepository;
  fills: FillRepository;
  positions: DcaPositions;
  tokens: Tokens;
  deferred: DeferredEvents;
  /** Compares the vault's counters with the processed events, to find missing events. When `gaps` is undefined, nothing is compared. */
  gaps?: GapFinder;
  /** Called for each gap (a position with missing events) that was found, whether or not the missing events could be read. */
  onGap?: (chainId: number) => void;
}): FollowVault {
  const { clock, deployments, vaultAt, links, fills, positions, tokens, deferred } = deps;
  const touched = createTouchedRepository(deps);
  const doubts = createDoubtedBlocks<VaultEvent>(DOUBTED_BLOCKS, deps);
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);

  return async (chainId) => {
    const place = await deployments.of(chainId);
    if (place === null) return { head: null, isCaughtUp: true };
    const vault = vaultAt(chainId, place.vault);
    const id = String(chainId);
    const stored = await cursors.get(id);
    // If the stored cursor belongs to another vault, the chain has a new vault, and reading starts from the beginning.
    const isSameVault = stored?.vault === vault.address;
    const known = isSameVault ? stored.blocks : [];
    const startedAtMs = clock.now();
    const keep = Math.max(place.confirmations + 1, LEAST_HASHES_KEPT);
    const again = Math.max(place.confirmations, LEAST_READ_AGAIN);
    const read = async (reader: VaultEventReader) => {
      const firstBlock = place.firstBlock ?? Math.max(0, (await reader.head()).number - LOOK_BACK_BLOCKS);
      return readVaultChanges(reader, known, { firstBlock, keep, again });
    };
    // While many blocks are still to be read, blocks are not compared with their bloom filters (which indicate whether a block can contain
    // an event). Instead, a range without any events is checked with every endpoint.
    const isDoubtful = ({ events, fromBlock, toBlock }: VaultChanges) => events.length === 0 && toBlock - fromBlock >= keep;
    const changes = await vault.readEvents(read, { isDoubtful });

    if (changes.isBehind && stored !== null && place.confirmations > 0 && (await isLag(stored))) return { head: null, isCaughtUp: true };

    const isAfterFork = changes.isFork || (isSameVault && stored.isAfterFork);
    const isAllRead = changes.toBlock >= changes.head.number;
    // The cursor is moved back before anything is removed. A lagging endpoint may have shown a fork that did not happen. If the process
    // crashed between the removal and a later move of the cursor, a correct endpoint would then show no fork, and the removed data would be
    // lost. Because the cursor was moved back before, the removed data is read again.
    const kept = { chainId, vault: vault.address, blocks: known.filter((block) => block.number < changes.fromBlock), isAfterFork: true };
    const isRewound = changes.isFork && stored !== null;
    if (isRewound && !(await cursors.update(id, stored.rev, kept))) throw cursorMoved();
    await takeBack(vault, changes, isAfterFork && isAllRead ? null : changes.toBlock);
    if (isAfterFork) await lookAgainSince(vault, changes.fromBlock);
    const blocks = await applyAll(vault, changes, startedAtMs + ENOUGH_FOR_A_RUN_MS);
    await doubts.note(vault, changes.doubted);
    const isCaughtUp = isAllRead && blocks === changes.blocks;

    const cursor = { chainId, vault: vault.address, blocks, isAfterFork: isAfterFork && !isCaughtUp };
    const isSame = isSameVault && !isAfterFork && stored.behindSinceMs === undefined && sameBlocks(stored.blocks, blocks);
    // This write fails when another run has stored a cursor at the same time. If that run has read the same blocks, its cursor is as good as
    // this one. Otherwise a fork came between the two runs and neither noticed it, so the blocks are read again.
    if (stored === null) await cursors.insert(id, cursor);
    else if (!isSame && !(await cursors.update(id, isRewound ? stored.rev + 1 : stored.rev, cursor))) {
      if (isAfterFork || (await isOtherFork(id, blocks))) await rewind(id, kept);
    }
    // Missing events and retries are handled after the cursor was stored, because they must not delay the cursor.
    if (isCaughtUp) await fillGaps(vault, changes.head.number);
    if (changes.canAskBlocks) await askAgain(vault);
    await retryDue(vault);
    const head = isCaughtUp ? { number: changes.head.number, hash: changes.head.hash } : null;
    return { head, isCaughtUp, hasDeferred: await deferred.hasSome(chainId) };
  };

  /**
   * Processes all events that were read.
   * @returns the blocks to store in the cursor: all blocks that were read or, when the time ran out, only the blocks whose events were
   * processed
   */
  async function applyAll(vault: DcaVault, changes: VaultChanges, untilMs: number): Promise<ReadBlocks> {
    const { events, times, blocks } = changes;
    for (const [at, event] of events.entries()) {
      await deferred.event(vault, event, () => apply(vault, event, times));
      const { blockNumber: number, blockHash: hash } = event.log;
      const isBlockDone = (events[at + 1]?.log.blockNumber ?? number) > number;
      if (!isBlockDone || clock.now() < untilMs) continue;
      return [
        ...blocks.filter((block) => block.number < number),
        { number, hash, events: events.filter(({ log }) => log.blockNumber === number).length },
      ];
    }
    return blocks;
  }

  /**
   * Searches for missing events: reads again the blocks that must contain them. If the events are still missing, the gap is stored for a
   * later attempt and shown to operators.
   */
  async function fillGaps(vault: DcaVault, head: number): Promise<void> {
    for (const gap of (await deps.gaps?.find(vault, head)) ?? []) {
      deps.onGap?.(vault.chainId);
      await deferred.gap(vault, gap, () => fill(vault, gap));
    }
  }

  async function fill(vault: DcaVault, gap: Gap): Promise<void> {
    for (const { event, timeSec } of (await deps.gaps?.read(vault, gap)) ?? [])
      await apply(vault, event, new Map([[event.log.blockNumber, timeSec]]));
  }

  function askAgain(vault: DcaVault): Promise<void> {
    return doubts.askAgain(vault, async (events, timeSec) => {
      for (const event of events) {
        const times = new Map([[event.log.blockNumber, timeSec]]);
        await deferred.event(vault, event, () => apply(vault, event, times));
      }
    });
  }

  function retryDue(vault: DcaVault): Promise<void> {
    const place = { chainId: vault.chainId, vault: vault.address };
    return deferred.retryDue(vault, {
      apply: (event, timeSec) => apply(vault, event, new Map([[event.log.blockNumber, timeSec]])),
      async unlinkFrom({ wallet, positionId }, blockHash) {
        const link = await links.find({ ...place, wallet, positionId });
        if (link !== null && link.blockHash === blockHash) await unlink(link);
      },
      look: ({ wallet, positionId }) => lookAt({ ...place, wallet, positionId }),
      fill: (gap) => fill(vault, gap),
    });
  }

  /**
   * Decides whether an endpoint that lags behind gets more time. The time is counted from the moment at which a node first noticed the lag.
   */
  async function isLag({ _id, rev, behindSinceMs, ...cursor }: Stored<VaultCursor>): Promise<boolean> {
    const nowMs = clock.now();
    if (behindSinceMs !== undefined && behindSinceMs <= nowMs) return nowMs - behindSinceMs < LAG_PATIENCE_MS;
    await cursors.update(_id, rev, { ...cursor, behindSinceMs: nowMs });
    return true;
  }

  /**
   * Removes fills (executed orders) and links whose block is no longer part of the chain. The function checks the blocks that were read
   * and, after a fork, all later blocks. The check is also needed without a fork: a fill may have been stored from a receipt before its
   * block was read here, and that block may have been replaced since.
   */
  async function takeBack(vault: DcaVault, changes: VaultChanges, toBlock: number | null): Promise<void> {
    const { chainId } = vault;
    const { fromBlock } = changes;
    if (toBlock !== null && toBlock < fromBlock) return;
    const happened = new Set(changes.events.map((event) => eventKey(event.kind, event.wallet, event.positionId, event.log.blockHash)));
    for (const fill of await fills.inBlocks(chainId, fromBlock, toBlock)) {
      if (happened.has(eventKey('order-executed', fill.wallet, fill.positionId, fill.blockHash))) continue;
      if (await isStillThere(vault, changes, fill)) continue;
      await fills.takeBack(fill);
      await deferred.takenBackFill(fill, () => lookAt(fill));
    }
    for (const link of await links.inBlocks(chainId, fromBlock, toBlock)) {
      if (happened.has(eventKey('created', link.wallet, link.positionId, link.blockHash))) continue;
      // The link's transaction was mined again in another block. When that block's event is processed, the link gets the new block, so the
      // link is not removed here.
      if (await isStillThere(vault, changes, link)) continue;
      const isMinedAgain = changes.events.some((event) => event.kind === 'created' && isOf(link, event));
      if (!isMinedAgain) await deferred.takenBackLink(link, () => unlink(link));
    }
  }

  /** A link is removed only when its block was removed. A missing event alone is not sufficient, because an endpoint may omit events. */
  async function isStillThere(vault: DcaVault, { head, blocks }: VaultChanges, at: { blockNumber: number; blockHash: Hash }) {
    const { blockNumber, blockHash } = at;
    const known = blocks.find(({ number }) => number === blockNumber);
    if (known !== undefined || blockNumber > head.number) return known?.hash === blockHash;
    const block = await vault.readEvents((reader) => reader.block(blockNumber));
    if (block === null) {
      const message = `Block ${blockNumber} is not available at the RPC endpoint now, so its events could not be checked.`;
      throw new RetryableError({ code: 'block-not-found', message, retryAfterMs: 1_000 });
    }
    return block.hash === blockHash;
  }

  /** Makes every position with changes in the removed blocks read its state from the vault, even if the position had ended. */
  async function lookAgainSince(vault: DcaVault, fromBlock: number): Promise<void> {
    const place = { chainId: vault.chainId, vault: vault.address };
    for (const subject of await touched.since(vault, fromBlock)) {
      const [wallet = '', number] = subject.split('/');
      const position = { ...place, wallet: parseAddress(wallet), positionId: Number(number) };
      await deferred.takenBackFill(position, () => lookAt(position));
      await touched.forget(vault, subject, fromBlock);
    }
  }

  /** Whether the stored cursor contains another block with the number of one of these blocks. */
  async function isOtherFork(id: string, blocks: ReadBlocks): Promise<boolean> {
    const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]));
    const stored = await cursors.get(id);
    return stored?.blocks.some(({ number, hash }) => hashes.has(number) && hashes.get(number) !== hash) === true;
  }

  /**
   * Moves the cursor back to the last block before the removed ones. This is needed when a concurrent run has moved the cursor past blocks
   * whose fills (executed orders) were removed here, or may have to be removed. These blocks are then read again.
   */
  async function rewind(id: string, kept: VaultCursor): Promise<void> {
    for (let isBack = false; !isBack; ) {
      const stored = await cursors.get(id);
      const isAhead = stored !== null && (stored.blocks.at(-1)?.number ?? -1) > (kept.blocks.at(-1)?.number ?? -1);
      isBack = !isAhead || (await cursors.update(id, stored.rev, kept));
    }
  }

  async function unlink(link: PositionLink): Promise<void> {
    await positions.unlink(link.recordId, { vault: link.vault, positionId: link.positionId });
    await links.unlink(link);
  }

  async function apply(vault: DcaVault, event: VaultEvent, times: BlockTimes): Promise<void> {
    if (event.kind === 'created') return linkPosition(vault, event);
    await touched.note(vault, `${event.wallet}/${event.positionId}`, event.log.blockNumber);
    const isNews = event.kind !== 'order-executed' || (await recordFill(vault, event, times));
    if (!isNews) return;
    const { wallet, positionId } = event;
    await lookAt({ chainId: vault.chainId, vault: vault.address, wallet, positionId });
  }

  async function lookAt(position: Parameters<LinkRepository['find']>[0]): Promise<void> {
    const link = await links.find(position);
    if (link !== null) await positions.look(link.recordId);
  }

  function recordFill(vault: DcaVault, event: OrderExecuted, times: BlockTimes): Promise<boolean> {
    return fills.record(fillOf(vault.chainId, vault.address, event, times.get(event.log.blockNumber) ?? 0));
  }

  async function linkPosition(vault: DcaVault, event: PositionCreated): Promise<void> {
    const { chainId } = vault;
    const { wallet, fromToken, toToken, frequency, positionId } = event;
    const [fromDecimals, toDecimals] = await Promise.all([decimalsOf(vault, fromToken), decimalsOf(vault, toToken)]);
    const asked = { amountBaseUnits: toBaseUnits(event.amountRequested), frequency, durationSec: event.intervalSec };
    const terms: DcaTerms = { wallet, chainId, fromToken, toToken, fromDecimals, toDecimals, ...asked };
    const known = await links.find({ chainId, vault: vault.address, wallet, positionId });
    // After a reorg, the same position id may belong to another position of the wallet.
    if (known !== null && known.termsKey !== termsKeyOf(terms)) await unlink(known);
    const link = await links.link({
      vault: vault.address,
      positionId,
      terms,
      arrivedBaseUnits: toBaseUnits(event.amount),
      isAutoBuy: event.isAutoBuy,
      blockNumber: event.log.blockNumber,
      blockHash: event.log.blockHash,
    });
    // Creates the actor of the linked record if it does not exist. A crash between two writes can leave a record that waits for its
    // position but has no actor.
    await positions.create(link.record);
    await positions.link(link.recordId, { vault: vault.address, positionId });
  }

  async function decimalsOf(vault: DcaVault, token: OrderExecuted['fromToken']): Promise<number | null> {
    const listed = await tokens.find(vault.chainId, token);
    return listed?.decimals ?? (await vault.decimalsOf(token));
  }
}

/** Block times in unix seconds, by block number. */
type BlockTimes = VaultChanges['times'];

function cursorMoved(): RetryableError {
  return new RetryableError({
    code: 'cursor-moved',
    message: 'Another process read further events of this vault at the same time.',
    retryAfterMs: 1_000,
  });
}

function eventKey(kind: string, wallet: Address, positionId: number, blockHash: Hash): string {
  return `${kind}/${wallet}/${positionId}/${blockHash}`;
}

function isOf(link: PositionLink, event: VaultEvent): boolean {
  return event.wallet === link.wallet && event.positionId === link.positionId;
}

function sameBlocks(a: ReadBlocks, b: ReadBlocks): boolean {
  return a.length === b.length && a.at(-1)?.hash === b.at(-1)?.hash;
}
