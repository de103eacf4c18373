import { createTouchedBook } from '../../market/deferred/touched-book.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { DcaVault, OrderExecuted, PositionCreated, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, listOf, membersOf, number, optional, text } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { DcaPlaces } from './dca-places.ts';
import type { DcaPositions } from './dca-positions.ts';
import type { DcaTerms } from './dca-record.ts';
import type { DeferredEvents } from './deferred-events.ts';
import { createDoubtedBlocks } from './doubted-blocks.ts';
import type { FillBook } from './fill-book.ts';
import type { Gap, GapFinder } from './find-gaps.ts';
import { type LinkBook, type PositionLink, termsKeyOf } from './link-book.ts';
import { type ReadBlocks, readVaultChanges, type VaultChanges } from './read-vault-changes.ts';
import { fillOf } from './record-outcome.ts';

/** How far a run got. `head` is the chain's when everything up to it was read. */
export type FollowReport = {
  readonly head: { readonly number: number; readonly hash: string } | null;
  readonly isCaughtUp: boolean;
  /** Whether something was put aside that has to be retried, also when no block comes. */
  readonly hasDeferred?: boolean;
};

/**
 * Reads one chain's vault events onward from a durable cursor: links positions to records, writes fills that the service has no
 * record of (it was down), tells positions to look, and takes back what a reorg took back. Every write may be repeated and the
 * cursor moves last, so a crash anywhere reads the same blocks again; two nodes at once do the same work twice, not double.
 * Anybody may make a position, of any tokens: what one fails with is put aside and holds up nobody else's.
 * @throws RetryableError when the chain cannot be read or changed under the reading
 */
export type FollowVault = (chainId: number) => Promise<FollowReport>;

/** The newest block that was read, and by which hashes a fork shows. One document for each chain. */
export type VaultCursor = {
  readonly chainId: number;
  readonly vault: string;
  readonly blocks: ReadBlocks;
  /** A fork was found, and what lies behind the new head is not taken back yet: the way there is longer than one run. */
  readonly isAfterFork: boolean;
  /** Since when (UTC ms) no endpoint that was asked has shown blocks as new as these. */
  readonly behindSinceMs?: number;
};

/** More than the chain's confirmations: a devnet that comes back a second older has confirmations 0, and must find its fork too. */
const LEAST_HASHES_KEPT = 32;
/** Read again at least, also on a chain that says its blocks are final at once: an endpoint may be many nodes, some of them behind. */
const LEAST_READ_AGAIN = 8;
/**
 * For how long an endpoint that shows nothing as new as what was read counts as lagging, and not as a chain that went back: longer than
 * endpoints are usually behind, short enough that a record does not show for long what never came to be. A chain without a confirmation
 * depth has one endpoint, the devnet's, which cannot lag.
 */
const LAG_PATIENCE_MS = 600_000;
/** What a run may take until it notes how far it is: the effect that it runs in has a minute, and an owner may make events without end. */
const ENOUGH_FOR_A_RUN_MS = 25_000;
/** Where a chain's vault has no known first block, how far back the first run looks. */
const LOOK_BACK_BLOCKS = 100_000;

export const VAULT_CURSORS: CollectionSpec = {
  name: 'dca-vault-cursors',
  form: documentForm<VaultCursor>({
    ...{ chainId: integer, vault: text, isAfterFork: flag, behindSinceMs: optional(number) },
    blocks: listOf(membersOf<ReadBlocks[number]>({ number: integer, hash: text, events: optional(integer) })),
  }),
};

export function createFollowVault(deps: {
  records: RecordStore;
  clock: Clock;
  places: DcaPlaces;
  vaultAt: (chainId: number, address: string) => DcaVault;
  links: LinkBook;
  fills: FillBook;
  positions: DcaPositions;
  tokens: Tokens;
  deferred: DeferredEvents;
  /** What the vault's own counters say of what was seen; not there: nobody looks. */
  gaps?: GapFinder;
  /** Told of each gap, whether it can be filled or not. */
  onGap?: (chainId: number) => void;
}): FollowVault {
  const { clock, places, vaultAt, links, fills, positions, tokens, deferred } = deps;
  const touched = createTouchedBook(deps);
  const doubts = createDoubtedBlocks(deps);
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);

  return async (chainId) => {
    const place = await places.of(chainId);
    if (place === null) return { head: null, isCaughtUp: true };
    const vault = vaultAt(chainId, place.vault);
    const id = String(chainId);
    const stored = await cursors.get(id);
    // Another vault under the same chain id begins anew.
    const isSameVault = stored?.vault === vault.address;
    const known = isSameVault ? stored.blocks : [];
    const startedAtMs = clock.now();
    const keep = Math.max(place.confirmations + 1, LEAST_HASHES_KEPT);
    const again = Math.max(place.confirmations, LEAST_READ_AGAIN);
    const read = async (reader: VaultEventReader) => {
      const firstBlock = place.firstBlock ?? Math.max(0, (await reader.head()).number - LOOK_BACK_BLOCKS);
      return readVaultChanges(reader, known, { firstBlock, keep, again });
    };
    // Far behind the head blocks are not held against their filters: that there is nothing in all of them is for every endpoint to say.
    const isDoubtful = ({ events, fromBlock, toBlock }: VaultChanges) => events.length === 0 && toBlock - fromBlock >= keep;
    const changes = await vault.readEvents(read, { isDoubtful });

    if (changes.isBehind && stored !== null && place.confirmations > 0 && (await isLag(stored))) return { head: null, isCaughtUp: true };

    const isAfterFork = changes.isFork || (isSameVault && stored.isAfterFork);
    const isAllRead = changes.toBlock >= changes.head.number;
    // The cursor goes back before anything is taken back: the fork may be an endpoint that lags, and after a crash here another one
    // shows no fork any more. What was taken back is then read again.
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
    // Losing this write means that another node read the same blocks: its cursor is as good.
    if (stored === null) await cursors.insert(id, cursor);
    else if (!isSame && !(await cursors.update(id, isRewound ? stored.rev + 1 : stored.rev, cursor)) && isAfterFork) await rewind(id, kept);
    // After the cursor, which they must not hold up.
    if (isCaughtUp) await fillGaps(vault, changes.head.number);
    if (changes.canAskBlocks) await askAgain(vault);
    await retryDue(vault);
    const head = isCaughtUp ? { number: changes.head.number, hash: changes.head.hash } : null;
    return { head, isCaughtUp, hasDeferred: await deferred.hasSome(chainId) };
  };

  /** @returns the blocks that the cursor stands on when all of their events were applied, or what time there was for was */
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

  /** What the vault counts and no event has shown is asked for again; what is not found then waits, and operators see it. */
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
    return doubts.askAgain(vault, (event, timeSec) => {
      const times = new Map([[event.log.blockNumber, timeSec]]);
      return deferred.event(vault, event, () => apply(vault, event, times));
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

  /** Whether an endpoint that is behind is given more time. Whoever loses the write of its beginning finds another's. */
  async function isLag({ _id, rev, behindSinceMs, ...cursor }: Stored<VaultCursor>): Promise<boolean> {
    const nowMs = clock.now();
    if (behindSinceMs !== undefined && behindSinceMs <= nowMs) return nowMs - behindSinceMs < LAG_PATIENCE_MS;
    await cursors.update(_id, rev, { ...cursor, behindSinceMs: nowMs });
    return true;
  }

  /**
   * Fills and links in the blocks that were read, or after a fork anywhere above them, that the chain does not have. A fill may also
   * come from a receipt, ahead of the cursor, and its block be replaced before the cursor gets there: so this is done without a fork too.
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
      // Mined again in another block: the event that is applied next moves the link there.
      if (await isStillThere(vault, changes, link)) continue;
      const isMinedAgain = changes.events.some((event) => event.kind === 'created' && isOf(link, event));
      if (!isMinedAgain) await deferred.takenBackLink(link, () => unlink(link));
    }
  }

  /** That an endpoint does not show an event is not enough: its block has to be gone. */
  async function isStillThere(vault: DcaVault, { head, blocks }: VaultChanges, at: { blockNumber: number; blockHash: string }) {
    const { blockNumber, blockHash } = at;
    const known = blocks.find(({ number }) => number === blockNumber);
    if (known !== undefined || blockNumber > head.number) return known?.hash === blockHash;
    const block = await vault.readEvents((reader) => reader.block(blockNumber));
    if (block === null) throw cursorMoved();
    return block.hash === blockHash;
  }

  /** Whatever the blocks that are gone have led to, its position looks again: also one that had come to an end. */
  async function lookAgainSince(vault: DcaVault, fromBlock: number): Promise<void> {
    const place = { chainId: vault.chainId, vault: vault.address };
    for (const subject of await touched.since(vault, fromBlock)) {
      const [wallet = '', number] = subject.split('/');
      const position = { ...place, wallet, positionId: Number(number) };
      await deferred.takenBackFill(position, () => lookAt(position));
      await touched.forget(vault, subject, fromBlock);
    }
  }

  /** Another run moved the cursor over blocks of which this one took fills back: they have to be read again. */
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

  async function lookAt(position: Parameters<LinkBook['find']>[0]): Promise<void> {
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
    const asked = { amountBaseUnits: event.amountRequested.toString(), frequency, durationSec: event.intervalSec };
    const terms: DcaTerms = { wallet, chainId, fromToken, toToken, fromDecimals, toDecimals, ...asked };
    const known = await links.find({ chainId, vault: vault.address, wallet, positionId });
    // After a reorg another position of the wallet may have taken this one's id.
    if (known !== null && known.termsKey !== termsKeyOf(terms)) await unlink(known);
    const link = await links.link({
      vault: vault.address,
      positionId,
      terms,
      arrivedBaseUnits: event.amount.toString(),
      isAutoBuy: event.isAutoBuy,
      blockNumber: event.log.blockNumber,
      blockHash: event.log.blockHash,
    });
    // A crash between a record's two writes leaves it waiting without its actor: so it is made here in any case.
    await positions.create(link.record);
    await positions.link(link.recordId, { vault: vault.address, positionId });
  }

  async function decimalsOf(vault: DcaVault, token: OrderExecuted['fromToken']): Promise<number | null> {
    const listed = await tokens.find(vault.chainId, token);
    return listed?.decimals ?? (await vault.decimalsOf(token));
  }
}

/** Unix seconds by block number. */
type BlockTimes = VaultChanges['times'];

function cursorMoved(): RetryableError {
  return new RetryableError({ code: 'cursor-moved', message: 'Another run has read on meanwhile.', retryAfterMs: 1_000 });
}

function eventKey(kind: string, wallet: string, positionId: number, blockHash: string): string {
  return `${kind}/${wallet}/${positionId}/${blockHash}`;
}

function isOf(link: PositionLink, event: VaultEvent): boolean {
  return event.wallet === link.wallet && event.positionId === link.positionId;
}

function sameBlocks(a: ReadBlocks, b: ReadBlocks): boolean {
  return a.length === b.length && a.at(-1)?.hash === b.at(-1)?.hash;
}
