import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { Seen, SeenFlight } from '../../machines/transaction-sender/decide.ts';
import type { TransactionSenderEvent } from '../../machines/transaction-sender/events.ts';
import { transactionSenderMachine as machine } from '../../machines/transaction-sender.ts';
import type { WalkStep } from './walk-machine.ts';

// Events for tests of the transaction sender's machine. Each event contains the number of the machine's current round, because the machine
// ignores events of other rounds.

type Snapshot = SnapshotFrom<typeof machine>;
export type Step = WalkStep<typeof machine>;

export const input = { chainId: 31337, signer: '0x00000000000000000000000000000000000000aa' };
export const AT = 1_700_000_000_000;
export const DEADLINE = 1_700_000_600;
export const fees = { kind: 'eip1559', maxFeePerGas: '1000', maxPriorityFeePerGas: '100' } as const;
export const call = { to: '0x00000000000000000000000000000000000000bb', data: '0x01', value: '0', gas: null };
export const STUCK_AFTER = 60_000;

export const request = (requestKey = 'a', at = AT): TransactionSenderEvent => ({
  type: 'REQUEST',
  requestKey,
  replyTo: 'asker/1',
  call,
  deadlineSec: DEADLINE,
  at,
});
export const withdraw = (requestKey = 'a'): TransactionSenderEvent => ({ type: 'WITHDRAW', requestKey, at: AT });
export const acknowledge = (requestKey = 'a'): TransactionSenderEvent => ({ type: 'ACKNOWLEDGE', requestKey, at: AT });
export const recheck = (requestKey = 'a'): TransactionSenderEvent => ({ type: 'RECHECK', requestKey, at: AT });
export const replyFailed = (gone: boolean): TransactionSenderEvent => ({ type: 'REPLY_FAILED', requestKey: 'a', gone, at: AT });
export const tick = (at: number): TransactionSenderEvent => ({ type: 'TICK', at });

const round = (snapshot: Snapshot) => snapshot.context.round;
export const prepared =
  (nonce = 7, maxInFlight = 1): Step =>
  (s) => ({ type: 'PREPARED', round: round(s), nonce, gas: '50000', fees, maxInFlight, at: AT });
export const callSigned =
  (nonce: number, hash: string, maxInFlight = 1): Step =>
  (s) => ({ type: 'CALL_SIGNED', round: round(s), nonce, gas: '50000', fees, maxInFlight, raw: `raw of ${hash}`, hash, at: AT });
export const postponed: Step = (s) => ({ type: 'POSTPONED', round: round(s), reason: 'too little', at: AT });
export const notSent: Step = (s) => ({ type: 'NOT_SENT', round: round(s), outcome: 'refused', reason: 'RouterNotAllowed', at: AT });
export const signed =
  (hash: string, at = AT): Step =>
  (s) => ({ type: 'SIGNED', round: round(s), raw: `raw of ${hash}`, hash, at });
export const signFailed: Step = (s) => ({ type: 'SIGN_FAILED', round: round(s), reason: 'no key', at: AT });
export const answered =
  (answer: 'accepted' | 'underpriced' | 'nonce-too-low' | 'refused' = 'accepted', at = AT): Step =>
  (s) => ({
    type: 'ANSWERED',
    round: round(s),
    answer,
    reason: answer === 'accepted' ? null : answer,
    fees: answer === 'underpriced' ? fees : null,
    at,
  });
/** The nodes accepted the transaction, and the effect that sent it has also found a result of the chain. */
export const answeredAndSeen =
  (look: Look): Step =>
  (s) => {
    const seenBy = observed(look);
    const event = typeof seenBy === 'function' ? seenBy(s) : seenBy;
    if (event.type !== 'OBSERVED') throw new Error('A look at the chain is the event OBSERVED.');
    return { type: 'ANSWERED', round: round(s), answer: 'accepted', reason: null, fees: null, seen: event.seen, at: AT };
  };
export const broadcastFailed: Step = (s) => ({ type: 'BROADCAST_FAILED', round: round(s), reason: 'rpc down', at: AT });
export const observeFailed: Step = (s) => ({ type: 'OBSERVE_FAILED', round: s.context.lookRound, reason: 'rpc down', at: AT });

/**
 * Result of one check of the chain, with which tests build the event `OBSERVED`. The values apply to every unmined transaction; `each`
 * overrides them for single transactions, by request key.
 */
export type Look = Omit<Seen, 'flights'> & Pick<SeenFlight, 'receipt' | 'nonceTaken' | 'known'> & Each;
type Each = { readonly each?: Readonly<Record<string, Partial<SeenFlight>>> };

export const pending: Look = {
  chainTimeSec: DEADLINE - 100,
  receipt: null,
  minedNonce: 7,
  pendingNonce: 0,
  nonceTaken: 'no',
  known: true,
  fees,
  baseFee: '400',
  cancelGas: null,
  stuckAfterMs: STUCK_AFTER,
  maxInFlight: 1,
};
const receiptOf = (hash: string, more: { final?: boolean; status?: 'success' | 'reverted' } = {}) => ({
  ...{ hash, status: 'success' as const, blockNumber: 5, blockHash: '0xb5', final: true, reason: null },
  ...more,
});
export const receipt = (hash: string, more: { final?: boolean; status?: 'success' | 'reverted' } = {}): Look => ({
  ...pending,
  receipt: receiptOf(hash, more),
});
export const late: Look = { ...pending, chainTimeSec: DEADLINE + 1, cancelGas: '21000' };
export const observed =
  ({ receipt: own, nonceTaken, known, each = {}, ...seen }: Look, at = AT): Step =>
  ({ context }) => {
    const flights = context.flights.map(({ request: { requestKey }, versions }) => ({
      ...{ requestKey, versions: versions.length, receipt: own, isUnchanged: false, nonceTaken, known },
      ...each[requestKey],
    }));
    return { type: 'OBSERVED', round: context.lookRound, seen: { ...seen, flights }, at };
  };

/**
 * Applies the steps to the machine, starting in its initial state. `effects` contains all requested effects except the checks of the chain.
 */
export function run(steps: readonly Step[]): { snapshot: Snapshot; effects: { type: string; params: unknown }[] } {
  let [snapshot] = initialTransition(machine, input);
  const effects: { type: string; params: unknown }[] = [];
  for (const step of steps) {
    const [next, actions] = transition(machine, snapshot, typeof step === 'function' ? step(snapshot) : step);
    snapshot = next;
    effects.push(...actions.map(({ type, params }) => ({ type, params })).filter(({ type }) => !type.startsWith('awaitReceipt')));
  }
  return { snapshot, effects };
}
