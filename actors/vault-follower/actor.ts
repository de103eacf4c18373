import * as v from 'valibot';
import { type ChainHead, vaultFollowerMachine } from '../../machines/vault-follower.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { parseWholeNumber } from '../../src/values/whole-number.ts';
import { CHAIN, NO_WALLET } from '../keys.ts';
import { followerInspection } from './inspection.ts';

/** The vault follower (the actor that reads the vaults' events) is due at every tick. A tick without a new block writes nothing. */
const EVERY_TICK = 0;

/** Reads the events of the DCA and Autopilot vaults on one chain as new blocks arrive. Key: the chain id. */
export const vaultFollower = defineActor({
  type: 'vault-follower',
  version: 2,
  // From version 2 on, a tick stores only the block up to which it requested a reading of the vaults' events. If the events are read
  // completely, the reading sends no event about its end. States of version 1 have the same form.
  migrations: { 2: (snapshot) => snapshot },
  machine: vaultFollowerMachine,
  events: { LOOK: v.object({ type: v.literal('LOOK') }) },
  effects: {
    // The effect `follow` may end without an event. The end of the effect is then stored with the commit of the next tick. The effect's
    // lease, which ends soon after the deadline, must last until that tick.
    follow: {
      safety: 'idempotent',
      deadlineMs: 90_000,
      endIsStored: 'with-next',
      retry: { maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 5_000 },
      whenExhausted: 'fail',
      onFailure: ({ code, message }) => ({ type: 'FOLLOW_FAILED', reason: `${code}: ${message}` }),
    },
  },
  keys: { wallet: NO_WALLET, chainId: { ...CHAIN, of: ({ context }) => context.chainId }, status: ({ value }) => String(value) },
  view: ({ context }) => ({ chainId: context.chainId, head: context.head, lastError: context.lastError }),
  due: () => EVERY_TICK,
  tick: {
    facts: ({ context }) => [`chain-head/${context.chainId}`],
    event: (facts, { context }) => {
      const head = facts.get(`chain-head/${context.chainId}`);
      return { type: 'TICK' as const, head: isHead(head) ? head : null };
    },
  },
  inspection: followerInspection,
  createOnDemand: (key) => ({ chainId: chainIdOf(key) }),
});

function chainIdOf(key: string): number {
  const chainId = parseWholeNumber(key) ?? 0;
  if (chainId > 0) return chainId;
  const message = `"${key}" is not a key of a vault follower: expected a chain id.`;
  throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
}

function isHead(fact: unknown): fact is ChainHead {
  return typeof fact === 'object' && fact !== null && 'number' in fact && 'hash' in fact;
}
