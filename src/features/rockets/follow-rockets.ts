import { checkpointsForm } from '../../market/deferred/checkpoints.ts';
import { createDeferredWork, deferredWorkSpec } from '../../market/deferred/deferred-work.ts';
import { createDoubtedBlocks, doubtedBlocksSpec } from '../../market/deferred/doubted-blocks.ts';
import type { FollowReport } from '../../market/deferred/followed-part.ts';
import { getsMoreTime } from '../../market/deferred/lag-patience.ts';
import { type HintsCursor, readHints } from '../../market/deferred/read-hints.ts';
import { createTouchedRepository } from '../../market/deferred/touched-repository.ts';
import type { RocketStaking, StakeEvent, StakingReader } from '../../platform/chain/rocket-staking/rocket-staking.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, optional, text, time } from '../../values/document-form.ts';
import type { StakeReading } from '../../values/rocket-stake.ts';
import type { RocketActors } from './rocket-actors.ts';
import type { ReadRocketRules } from './rocket-rules.ts';

/**
 * Reads the staking events of one chain that came after a stored block, and sends the contract's current state to the rockets that the
 * events name. The events only show which rockets have changed: the contract itself stores each change with its time. Therefore events may
 * be processed twice (after a crash, after a reorg, or by two nodes), and a rocket that is read late still accrues the correct points. The
 * new block number is stored last.
 */
export type FollowRockets = (chainId: number) => Promise<FollowReport>;

export const ROCKET_CURSORS: CollectionSpec = {
  name: 'rocket-staking-cursors',
  form: documentForm<HintsCursor>({
    ...{
      vault: text,
      number: integer,
      hash: text,
      begunAt: optional(integer),
      older: optional(checkpointsForm),
      behindSinceMs: optional(time),
    },
  }),
};
export const ROCKET_DOUBTED = doubtedBlocksSpec('rocket-doubted-blocks');
export const ROCKET_DEFERRED = deferredWorkSpec<{ readonly tokenId: string }>('rocket-deferred-events', { tokenId: text });

type DeferredRocket = { readonly chainId: number; readonly vault: Address; readonly kind: 'stake-changed'; readonly tokenId: string };

/** Number of past blocks that are read at the first start, when the block in which the contract was created is not known. */
const LOOK_BACK_BLOCKS = 100_000;

export function createFollowRockets(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly stakingOf: (chainId: number) => Promise<Address | null>;
  readonly stakingAt: (chainId: number, address: Address) => RocketStaking;
  readonly rockets: Pick<RocketActors, 'stakeRead' | 'stakedOn'>;
  readonly rules: ReadRocketRules;
  /**
   * Number of staked rockets (NFTs) that are read at each new block even if they have no new event, so that a missed event does not stay
   * unnoticed.
   */
  readonly readInTurn: number;
  /** Returns the number of blocks after which a block of the chain is final. */
  readonly confirmationsOf: (chainId: number) => number;
  readonly log: Log;
}): FollowRockets {
  const { clock, rockets } = deps;
  const touched = createTouchedRepository(deps);
  const deferred = createDeferredWork<DeferredRocket>(ROCKET_DEFERRED, deps);
  const doubts = createDoubtedBlocks<StakeEvent>(ROCKET_DOUBTED, deps);
  const cursors = deps.records.collection<HintsCursor>(ROCKET_CURSORS);
  /**
   * Ids of the events in the last blocks, by chain id. Events in this set are not processed again. It is only in memory, so after a restart
   * these events are processed a second time.
   */
  const seen = new Map<number, ReadonlySet<string>>();
  /**
   * Token id of the rocket (NFT) that was read last in the regular reads of staked rockets, by chain id. The next regular reads continue
   * after it.
   */
  const turns = new Map<number, string>();

  return async (chainId) => {
    const address = await deps.stakingOf(chainId);
    if (address === null) return { head: null, isCaughtUp: true };
    const staking = deps.stakingAt(chainId, address);
    const id = String(chainId);
    const stored = await cursors.get(id);
    const known = stored?.vault === address ? stored : null;
    const turn = await inTurn(chainId);
    const read = await staking.readEvents(async (reader) => {
      const from = known ?? (await firstCursor(reader, address, deps.confirmationsOf(chainId)));
      const hints = await readHints(reader, from, seen.get(chainId) ?? new Set(), async ({ fresh, newFrom, isSame, isAllRead }) => {
        const changed = fresh.map(({ tokenId, log }) => [tokenId, log.blockNumber] as const);
        const touchedIds = isSame ? [] : await touched.since(staking, newFrom);
        const tokenIds = [...new Set([...changed.map(([tokenId]) => tokenId), ...touchedIds, ...(isAllRead ? turn.tokenIds : [])])];
        return { changed, tokenIds, stakes: await reader.stakes(tokenIds) };
      });
      return { ...hints, begunAt: from.begunAt };
    });
    if (read.isBehind && known !== null && (await getsMoreTime(known, { cursors, clock, confirmations: deps.confirmationsOf(chainId) })))
      return { head: null, isCaughtUp: true };
    const { changed = [], tokenIds = [], stakes = [] } = read.states ?? {};
    // The block of each event is stored for the event's rocket (an NFT), so that the rocket is read again if a reorg removes the block.
    for (const [tokenId, blockNumber] of changed) await touched.note(staking, tokenId, blockNumber);
    for (const [at, tokenId] of tokenIds.entries()) await tell(staking, tokenId, stakes[at]);
    await doubts.note(staking, read.doubted);
    const { number, hash } = read.last;
    const begun = read.begunAt === undefined ? {} : { begunAt: read.begunAt };
    const cursor: HintsCursor = { vault: address, number, hash, older: read.older, ...begun };
    // If another node has stored a newer block number meanwhile, this write has no effect. That is harmless, because the other node has
    // read the same blocks.
    if (stored === null) await cursors.insert(id, cursor);
    else if (known === null || known.hash !== hash || known.behindSinceMs !== undefined) await cursors.update(id, stored.rev, cursor);
    if (read.keys !== null) seen.set(chainId, new Set(read.keys));
    const isCaughtUp = number === read.headNumber;
    if (isCaughtUp && read.states !== null) moveTurn(chainId, turn.cursor);
    await doubts.askAgain(staking, async (events) => {
      for (const { tokenId, log } of events) {
        await touched.note(staking, tokenId, log.blockNumber);
        await tell(staking, tokenId);
      }
    });
    await deferred.retryDue(staking, ({ tokenId }) => readAndTell(staking, tokenId));
    return { head: isCaughtUp ? { number, hash } : null, isCaughtUp, hasDeferred: await deferred.hasSome(chainId) };
  };

  /**
   * Sends to the actor of a rocket (an NFT) the state that the staking contract has stored for the rocket. When this fails, the rocket is
   * read again later, and the other rockets are not delayed.
   */
  function tell(staking: RocketStaking, tokenId: string, reading?: StakeReading): Promise<void> {
    const { chainId, address: vault } = staking;
    const subject = { chainId, vault, kind: 'stake-changed', tokenId } as const;
    return deferred.doOrDefer(`${chainId}/${vault}/${tokenId}`, subject, () => readAndTell(staking, tokenId, reading));
  }

  async function readAndTell(staking: RocketStaking, tokenId: string, known?: StakeReading): Promise<void> {
    const [reading] = known === undefined ? await staking.readEvents((reader) => reader.stakes([tokenId])) : [known];
    if (reading === undefined) return;
    await rockets.stakeRead({ chainId: staking.chainId, tokenId }, reading, { mayShrink: true, rules: await deps.rules() });
  }

  function inTurn(chainId: number): ReturnType<RocketActors['stakedOn']> {
    const cursor = turns.get(chainId);
    return rockets.stakedOn(chainId, { limit: deps.readInTurn, ...(cursor === undefined ? {} : { cursor }) });
  }

  function moveTurn(chainId: number, cursor: string | null): void {
    if (cursor === null) turns.delete(chainId);
    else turns.set(chainId, cursor);
  }
}

/**
 * Returns the block from which a contract's events are read when no earlier position is stored. A development chain has few blocks, so it
 * is read from its first block.
 */
async function firstCursor(reader: StakingReader, vault: Address, confirmations: number): Promise<HintsCursor> {
  const head = await reader.block('latest');
  const before = confirmations === 0 ? 0 : Math.max(0, (head?.number ?? 0) - LOOK_BACK_BLOCKS);
  const first = (await reader.block(before)) ?? head;
  if (first === null) throw new TypeError('An RPC endpoint did not return its newest block');
  return { vault, number: first.number, hash: first.hash, begunAt: first.number };
}
