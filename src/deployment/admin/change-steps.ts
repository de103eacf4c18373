import { keccak256 } from 'viem';
import type { ProductContract } from '../../contracts/load-artifact.ts';
import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import type { Address } from '../../values/address.ts';
import { adminAbi } from '../product/admin-abi.ts';
import { describeCall, readAnnouncedFor } from '../product/read-admin-events.ts';
import { readWord, type ViewReads } from '../product/read-word.ts';
import type { Step, StepState } from '../steps/step.ts';
import { type Change, readDelay } from './change.ts';

/** One of our contracts and its current admin, who must send every administrative change. */
export type Managed = { readonly name: ProductContract; readonly address: Address; readonly admin: Address };

/** How long an announced change of a contract can be made after its effective time, in seconds (the contracts' `CHANGE_WINDOW`). */
const CHANGE_WINDOW_SECONDS = 14 * 86_400;

/** Upper estimate of the gas of one admin call, in gas units. It is used when no node can estimate the call, which rarely happens. */
const GAS_OF_CALL = 80_000n;
const GAS_PER_CHANGE = 60_000n;

type ChangeState = 'made' | 'ready' | 'unannounced' | { readonly fromSec: number };

/**
 * Builds the step of a deployment that announces changes of a contract's settings on the chain. Changes that are already announced are left
 * out.
 */
export function announceStep({ name, address, admin }: Managed, changes: readonly Change[]): Step {
  return {
    id: `${name} announcement`,
    what: `Announce in ${name}: ${textOf(changes)}`,
    sender: admin,
    async look(reads) {
      const states = await statesOf(reads, address, changes);
      const missing = changes.filter((_, i) => states[i] === 'unannounced').map(({ call }) => call);
      if (missing.length === 0) return { kind: 'done', note: 'no change left to announce' };
      if (!(await isOpen(reads, address)))
        return { kind: 'waits', reason: `${name} is not open yet. Finish its set-up with "contracts deploy".` };
      return needed(address, encodeCall({ abi: adminAbi, functionName: 'announce', args: [missing] }), missing.length);
    },
  };
}

/**
 * Builds the step that makes the changes that are possible now: announced changes whose effective time has come, and changes that need no
 * announcement.
 */
export function applyStep({ name, address, admin }: Managed, changes: readonly Change[]): Step {
  return {
    id: `${name} change`,
    what: `Change in ${name}: ${textOf(changes)}`,
    sender: admin,
    async look(reads) {
      const states = await statesOf(reads, address, changes);
      const ready = changes.filter((_, i) => states[i] === 'ready').map(({ call }) => call);
      if (ready.length > 0) return needed(address, encodeCall({ abi: adminAbi, functionName: 'changeAll', args: [ready] }), ready.length);
      const times = states.flatMap((state) => (typeof state === 'object' ? [state.fromSec] : []));
      if (times.length > 0) {
        const reason = `The change is announced, and can be made from ${new Date(Math.min(...times) * 1_000).toISOString()} on.`;
        return { kind: 'waits', reason };
      }
      if (states.includes('unannounced')) return { kind: 'waits', reason: 'The change must be announced before it can be made.' };
      return { kind: 'done', note: 'already done' };
    },
  };
}

/** Builds the step that cancels announced changes of a contract. */
export function cancelStep({ name, address, admin }: Managed, ids: readonly Hex[]): Step {
  return {
    id: `${name} cancellation`,
    what: `Cancel ${ids.length} announcements of ${name}`,
    sender: admin,
    async look(reads) {
      const announced: Hex[] = [];
      for (const id of ids) if ((await readAnnouncedFor(reads, address, id)) !== 0) announced.push(id);
      if (announced.length === 0) return { kind: 'done', note: 'nothing is announced' };
      return needed(address, encodeCall({ abi: adminAbi, functionName: 'cancelAnnouncements', args: [announced] }), announced.length);
    },
  };
}

/**
 * Builds the step in which the proposed admin accepts the role.
 * @param next the proposed admin
 */
export function acceptStep({ name, address }: Pick<Managed, 'name' | 'address'>, next: Address): Step {
  return {
    id: `${name} acceptance`,
    what: `Accept the role of admin of ${name}`,
    sender: next,
    async look(reads) {
      const data = encodeCall({ abi: adminAbi, functionName: 'owner' });
      if ((await readWord(reads, address, data)) === BigInt(next)) return { kind: 'done', note: `the admin is ${next}` };
      return needed(address, encodeCall({ abi: adminAbi, functionName: 'acceptOwnership' }), 1);
    },
  };
}

async function statesOf(reads: ChainReads, contract: Address, changes: readonly Change[]): Promise<ChangeState[]> {
  const isDelaying = (await isOpen(reads, contract)) && (await readDelay(reads, contract)) > 0;
  const { timestampSec } = await reads.getBlock('latest');
  const states: ChangeState[] = [];
  for (const change of changes) states.push(await stateOf(reads, contract, change, isDelaying, timestampSec));
  return states;
}

async function stateOf(reads: ChainReads, contract: Address, change: Change, isDelaying: boolean, nowSec: number): Promise<ChangeState> {
  if (await change.isMade(reads, contract)) return 'made';
  if (!isDelaying || !(await change.isDelayed(reads, contract))) return 'ready';
  const fromSec = await readAnnouncedFor(reads, contract, keccak256(change.call));
  if (fromSec === 0 || nowSec > fromSec + CHANGE_WINDOW_SECONDS) return 'unannounced';
  return nowSec < fromSec ? { fromSec } : 'ready';
}

async function isOpen(reads: ViewReads, contract: Address): Promise<boolean> {
  return (await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'isOpen' }))) === 1n;
}

function needed(to: Address, data: Hex, count: number): StepState {
  return { kind: 'needed', call: { to, data, value: 0n }, roughGas: GAS_OF_CALL + GAS_PER_CHANGE * BigInt(count), isReady: true };
}

function textOf(changes: readonly Change[]): string {
  return changes.map(({ call }) => describeCall(call)).join(', ');
}
