import type { Hex, SendAnswer } from '../../../src/platform/chain/chain.ts';
import type { VaultEvent } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import type { Hash } from '../../../src/values/hash.ts';
import { type ExecutorCall, hashOf, parseCall, parseSigned, type SimTrade } from './call-bytes.ts';
import { type Deposit, executeItem, type ModelEvent, open, payOut, type VaultState, type VaultStep } from './vault-model.ts';

export const VAULT: Address = parseAddress(`0x${'da'.repeat(20)}`);

/** A transaction of the executor in the simulated chain. */
export type SimTransaction = { readonly hash: Hash; readonly nonce: number; readonly data: Hex; readonly maxFee: bigint };

export type MinedTransaction = SimTransaction & {
  readonly status: 'success' | 'reverted';
  readonly reason: string | null;
  readonly events: readonly VaultEvent[];
  /** The agents' trades that the transaction contained, with the reason for those that failed. */
  readonly trades: readonly (SimTrade & { readonly reason: string | null })[];
};

export type SimBlock = {
  readonly number: number;
  readonly hash: Hash;
  readonly parentHash: Hash;
  readonly timeSec: number;
  /** Number of the executor's transactions that are mined up to the end of this block. */
  readonly nonce: number;
  readonly state: VaultState;
  /** Ids of the agents' trades that were executed up to the end of this block. */
  readonly traded: ReadonlySet<Hash>;
  readonly transactions: readonly MinedTransaction[];
  /** The owners' deposits in this block, and their events. After a reorg, deposits of removed blocks are pending again. */
  readonly deposits: readonly Deposit[];
  readonly depositEvents: readonly VaultEvent[];
};

/**
 * A simulated chain with one vault, one executor and owners: blocks, a transaction pool, and reorgs. The test compares the service's data
 * with it. `createSimRpc` decides which of its data an RPC endpoint shows.
 */
export type SimChain = {
  /** Returns the canonical chain from its first block; each new block results in a new array. */
  readonly blocks: () => readonly SimBlock[];
  readonly head: () => SimBlock;
  /** Returns every block in which a transaction was ever mined, including removed blocks. */
  readonly blocksOf: (hash: Hash) => readonly SimBlock[];
  /** Returns the executor's pending transactions by nonce. */
  readonly pooled: () => readonly SimTransaction[];
  readonly depositsWaiting: () => number;
  readonly deposit: (deposit: Deposit) => void;
  /** Accepts the bytes of a signed transaction, as a node does. */
  readonly send: (raw: Hex) => SendAnswer;
  /** Removes all pending transactions from the pool, or only the one with the given nonce. */
  readonly forgetPool: (nonce?: number) => void;
  /** Mines an empty transaction with the next nonce, as if another program used the executor's key. */
  readonly sendForeign: () => void;
  /** Returns the minimum gas price at which blocks include transactions, in wei per gas; 0 until it is set. */
  readonly price: () => bigint;
  readonly setPrice: (wei: bigint) => void;
  readonly mine: (timeSec: number) => void;
  /**
   * Replaces the last blocks with other blocks. Their transactions become pending again, except that some of the executor's may be dropped.
   */
  readonly reorg: (depth: number) => void;
  readonly reorgs: () => number;
};

/**
 * Creates a simulated chain.
 * @param trouble probability of faults, from 0 (everything that can succeed does) to 1
 */
export function createSimChain(random: () => number, trouble: () => number, startSec: number): SimChain {
  const mined = new Map<Hash, SimBlock[]>();
  const pool = new Map<number, SimTransaction>();
  let blocks: readonly SimBlock[] = [firstBlock(startSec)];
  let waiting: Deposit[] = [];
  let forks = 0;
  let salt = 0;
  let price = 0n;

  const head = (): SimBlock => {
    const last = blocks.at(-1);
    if (last === undefined) throw new Error('a chain has a first block');
    return last;
  };
  const happens = (share: number) => random() < trouble() * share;

  function send(raw: Hex): SendAnswer {
    const { nonce, data, maxFee, hash } = parseSigned(raw);
    if (mined.get(hash)?.some((block) => blocks[block.number] === block)) return { kind: 'already-known' };
    if (nonce < head().nonce) return { kind: 'nonce-too-low', reason: `next nonce ${head().nonce}, tx nonce ${nonce}` };
    const rival = pool.get(nonce);
    if (rival?.hash === hash) return { kind: 'already-known' };
    if (maxFee * 2n < price) return { kind: 'underpriced', reason: 'transaction underpriced' };
    if (rival && maxFee * 10n < rival.maxFee * 11n) return { kind: 'underpriced', reason: 'replacement transaction underpriced' };
    pool.set(nonce, { hash, nonce, data, maxFee });
    return { kind: 'accepted' };
  }

  function mine(timeSec: number): void {
    const parent = head();
    const number = parent.number + 1;
    salt += 1;
    const hash = hashOf(`${number}/${parent.hash}/${salt}`);
    const time = Math.max(parent.timeSec + 1, timeSec);
    let { state, nonce, traded } = parent;
    let logIndex = 0;
    const logged = (events: readonly ModelEvent[], txHash: Hash) =>
      events.map((event): VaultEvent => {
        logIndex += 1;
        return { ...event, log: { address: VAULT, topics: [], data: '0x', blockNumber: number, blockHash: hash, txHash, logIndex } };
      });

    const [late, deposits]: [Deposit[], Deposit[]] = [[], []];
    for (const deposit of waiting) (happens(1) ? late : deposits).push(deposit);
    waiting = late;
    const depositEvents = deposits.flatMap((deposit, i) => {
      const step = open(state, deposit, time);
      state = step.state;
      return logged(step.events, hashOf(`deposit/${hash}/${i}`));
    });

    const transactions: MinedTransaction[] = [];
    // A block may leave out pending transactions, as when it is full or the offered fee is too low.
    for (let next = pool.get(nonce); next && next.maxFee >= price && !happens(1); next = pool.get(nonce)) {
      const done = run(state, next, time);
      state = done.state;
      const trades = done.status === 'reverted' ? [] : runTrades(traded, next);
      traded = new Set([...traded, ...trades.flatMap(({ tradeId, reason }) => (reason === null ? [tradeId] : []))]);
      transactions.push({ ...next, status: done.status, reason: done.reason, events: logged(done.events, next.hash), trades });
      nonce += 1;
    }
    for (const one of pool.keys()) if (one < nonce) pool.delete(one);
    const before = { number, hash, parentHash: parent.hash, timeSec: time };
    const block: SimBlock = { ...before, nonce, state, traded, transactions, deposits, depositEvents };
    for (const one of transactions) mined.set(one.hash, [...(mined.get(one.hash) ?? []), block]);
    blocks = [...blocks, block];
  }

  function reorg(depth: number): void {
    const keep = Math.max(1, blocks.length - depth);
    const undone = blocks.slice(keep);
    if (undone.length === 0) return;
    forks += 1;
    blocks = blocks.slice(0, keep);
    for (const block of undone) {
      waiting.push(...block.deposits);
      for (const { hash, nonce, data, maxFee } of block.transactions) {
        if (random() < 0.6 && !pool.has(nonce)) pool.set(nonce, { hash, nonce, data, maxFee });
      }
    }
    if (random() < 0.5) waiting.reverse();
    for (const { timeSec } of undone) mine(timeSec);
  }

  function run(state: VaultState, { data }: SimTransaction, timeSec: number) {
    const call = parseCall(data);
    const reverted = (reason: string) => ({ state, events: [], status: 'reverted' as const, reason });
    if (call !== null && timeSec > call.deadlineSec) return reverted('DeadlinePassed');
    if (call !== null && happens(0.1)) return reverted('it failed on chain');
    const events: ModelEvent[] = [];
    let now = state;
    for (const step of call === null ? [] : stepsOf(call, timeSec, () => happens(0.5))) {
      const done = step(now);
      now = done.state;
      events.push(...done.events);
    }
    return { state: now, events, status: 'success' as const, reason: null };
  }

  /**
   * Model of the contract function `AutopilotVault.executeTrades`: each trade succeeds or fails independently, and an already executed
   * trade is refused.
   */
  function runTrades(traded: ReadonlySet<Hash>, { data }: SimTransaction): MinedTransaction['trades'] {
    const call = parseCall(data);
    if (call?.kind !== 'trades') return [];
    return call.trades.map((trade) => {
      const reason = traded.has(trade.tradeId) ? 'TradeSeen' : happens(0.3) ? 'OutputBelowMinimum' : null;
      return { ...trade, reason };
    });
  }

  return {
    blocks: () => blocks,
    head,
    blocksOf: (hash) => mined.get(hash) ?? [],
    pooled: () => [...pool.values()].sort((a, b) => a.nonce - b.nonce),
    depositsWaiting: () => waiting.length,
    deposit: (deposit) => void waiting.push(deposit),
    send,
    forgetPool: (nonce) => void (nonce === undefined ? pool.clear() : pool.delete(nonce)),
    sendForeign() {
      const { nonce } = head();
      salt += 1;
      pool.set(nonce, { hash: hashOf(`foreign/${salt}`), nonce, data: '0x', maxFee: price * 10n });
    },
    price: () => price,
    setPrice(wei) {
      price = wei;
    },
    mine,
    reorg,
    reorgs: () => forks,
  };
}

function stepsOf(call: ExecutorCall, timeSec: number, trouble: () => boolean): ((state: VaultState) => VaultStep)[] {
  if (call.kind === 'trades') return [];
  if (call.kind === 'claims') return call.keys.map((key) => (state) => payOut(state, key, trouble));
  return call.items.map((item) => (state) => executeItem(state, item, timeSec, trouble));
}

function firstBlock(timeSec: number): SimBlock {
  const hash = hashOf('first block');
  return {
    ...{
      number: 0,
      hash,
      parentHash: hash,
      timeSec,
      nonce: 0,
      state: new Map(),
      traded: new Set(),
      transactions: [],
      deposits: [],
      depositEvents: [],
    },
  };
}
