import * as v from 'valibot';
import { rocketMachine } from '../../machines/rocket.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { isTokenId, STAKE_STATES } from '../../src/values/rocket-stake.ts';
import { parseWholeNumber } from '../../src/values/whole-number.ts';
import { evmAddress } from '../branded.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { rocketInspection } from './inspection.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const rules = v.object({
  levels: v.pipe(v.array(v.object({ ratePerHour: count, maxDailyCap: count })), v.maxLength(100)),
  claimWindowMinutes: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_440)),
});
const change = v.object({ atMs: count, owner: evmAddress, level: count, state: v.picklist(STAKE_STATES) });

/** The actor of one rocket (a token that can be staked to earn points). Key: the chain id and the token id, for example `31337/5`. */
export const rocket = defineActor({
  type: 'rocket',
  version: 1,
  machine: rocketMachine,
  events: {
    STAKE_READ: v.object({
      type: v.literal('STAKE_READ'),
      reading: v.object({ total: count, changes: v.pipe(v.array(change), v.maxLength(64)) }),
      mayShrink: v.boolean(),
      rules,
    }),
    CLAIM: v.object({
      type: v.literal('CLAIM'),
      wallet: evmAddress,
      requestId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
      rules,
    }),
  },
  effects: {
    award: { safety: 'idempotent', deadlineMs: 10_000, retry: { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 } },
  },
  isPublic: true,
  keys: {
    wallet: { ...WALLET, of: ({ value, context }) => (value === 'unstaked' ? null : (context.changes.at(-1)?.owner ?? null)) },
    chainId: { ...CHAIN, of: ({ context }) => context.chainId },
    status: ({ value }) => String(value),
  },
  view: ({ value, context }) => ({ ...context, state: String(value) }),
  due: () => null,
  inspection: rocketInspection,
  createOnDemand: (key) => inputOf(key),
  // Whether the rocket's record can be deleted: the rocket is unstaked, and no points were claimed for it. The contract stores the stakes,
  // so the record can be created again.
  isForgettable: ({ value, context }) => value === 'unstaked' && context.lastClaim === null,
  restore: () => ({ type: 'RESTORED' as const }),
});

export function rocketKey(chainId: number, tokenId: string): string {
  return `${chainId}/${tokenId}`;
}

function inputOf(key: string): { readonly chainId: number; readonly tokenId: string } {
  const [chain = '', tokenId = '', ...rest] = key.split('/');
  const chainId = parseWholeNumber(chain) ?? 0;
  if (chainId > 0 && isTokenId(tokenId) && rest.length === 0) return { chainId, tokenId };
  const message = `"${key}" is not a key of a rocket (a staked NFT): expected a chain id and a token id, such as 31337/5.`;
  throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
}
