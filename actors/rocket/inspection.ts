import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import { address, badge, cell, text, time } from '../../src/values/inspection/section-values.ts';
import type { Fact } from '../../src/values/inspection/sections.ts';
import {
  claimableAt,
  minutesUntil,
  type RocketContext,
  type RocketRules,
  stakedSinceMs,
  streakDaysAt,
  termsOf,
} from '../../src/values/rocket-accrual.ts';
import { toned } from '../tone-of-code.ts';
import { whyRocket } from './why.ts';

export type RocketSnapshot = { readonly value: unknown; readonly context: RocketContext };
export type RocketSeen = { readonly rules: RocketRules | null };

/** Maximum number of changes of a rocket's stake that the inspector shows, newest first. */
const MOST_SHOWN = 20;

/** The inspection of a rocket for operators: its stake, the points that it earns, and its claims. */
export const rocketInspection: InspectionSpec<RocketSnapshot, RocketSeen> = {
  title: ({ context: { tokenId, chainId } }) => [text(`Rocket ${tokenId} on chain ${chainId}`)],
  why: toned(whyRocket),
  outline: ({ context: { chainId } }) => ({ related: [{ id: `vault-follower/${chainId}`, relation: 'reads the stake of the rocket' }] }),
  show({ value, context }, { nowMs, seen }) {
    const last = context.changes.at(-1);
    const sinceMs = stakedSinceMs(context.changes);
    const rules = seen?.rules ?? null;
    const facts: readonly Fact[] = [
      { name: 'Rocket', value: cell(text(`${context.tokenId} on chain ${context.chainId}`)) },
      { name: 'Stake', value: cell(badge(String(value), value === 'staked' ? 'ok' : 'accent')) },
      ...(last === undefined ? [] : [{ name: 'Level', value: cell(text(String(last.level))) }]),
      ...(last === undefined || value === 'unstaked' ? [] : [{ name: 'Owner', value: cell(address(last.owner)) }]),
      ...(sinceMs === null ? [] : [{ name: 'Staked since', value: cell(time(sinceMs)) }]),
      ...(rules === null ? [] : pointFacts(context, rules, nowMs)),
      {
        name: 'Days in a row with a claim',
        value: cell(text(`${streakDaysAt(context, nowMs)} (longest row so far: ${context.streak.longest})`)),
      },
      { name: 'Last claim', value: lastClaimCell(context) },
    ];
    const rows = context.changes.slice(-MOST_SHOWN).toReversed();
    return {
      sections: [
        { kind: 'facts', title: 'Rocket', facts },
        {
          kind: 'table',
          title: `Changes of the stake (${context.totalChanges})`,
          of: 'changes',
          empty: 'The rocket (an NFT) was never staked.',
          columns: [{ title: 'When' }, { title: 'State' }, { title: 'Level' }, { title: 'Owner' }],
          rows: rows.map(({ atMs, state, level, owner }) => [
            ...[cell(time(atMs)), cell(badge(state)), cell(text(String(level))), cell(address(owner))],
          ]),
        },
      ],
    };
  },
};

function pointFacts(context: RocketContext, rules: RocketRules, nowMs: number): readonly Fact[] {
  const { points, remainingDailyCap, readyAtMs } = claimableAt(context, rules, nowMs);
  const { ratePerHour, maxDailyCap } = termsOf(rules, context.changes.at(-1)?.level ?? 0);
  const minutes = minutesUntil(readyAtMs, nowMs);
  return [
    { name: 'Points to claim', value: cell(text(`${points}`), ...(minutes > 0 ? [text(`in ${minutes} minutes`)] : [])) },
    { name: 'Rate', value: cell(text(`${ratePerHour} points per hour, at most ${maxDailyCap} per day`)) },
    { name: 'Points still available today', value: cell(text(`${remainingDailyCap}`)) },
  ];
}

function lastClaimCell({ lastClaim, isAwarded }: RocketContext) {
  if (lastClaim === null) return cell(text('none'));
  const parts = [text(`${lastClaim.points} points`), time(lastClaim.atMs), address(lastClaim.wallet)];
  return cell(...parts, ...(isAwarded ? [] : [badge('not in the ledger yet', 'warn')]));
}
