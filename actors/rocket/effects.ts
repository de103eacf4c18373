import type { AwardParams, rocketMachine } from '../../machines/rocket.ts';
import type { PointsLedger } from '../../src/features/points/points-ledger.ts';
import type { EffectHandlers, InspectionSource } from '../../src/runtime/define/definition.ts';
import { implementActor } from '../../src/runtime/define/implement-actor.ts';
import type { RocketRules } from '../../src/values/rocket-accrual.ts';
import { rocket } from './actor.ts';
import type { RocketSeen, RocketSnapshot } from './inspection.ts';

export type RocketEffects = EffectHandlers<typeof rocketMachine, (typeof rocket)['effects']>;

/**
 * Writes a claim of points to the ledger under a key that contains the claim's time window. Repeating the call for the same window writes
 * nothing.
 */
export type AwardClaim = (claim: AwardParams) => Promise<void>;

export function createAwardClaim({ ledger }: { readonly ledger: Pick<PointsLedger, 'award'> }): AwardClaim {
  return async ({ chainId, tokenId, wallet, windowMs, points }) => {
    const ref = `${chainId}/${tokenId}/${new Date(windowMs).toISOString()}`;
    await ledger.award({ reason: 'rocket-claim', ref, wallet, points });
  };
}

export function createRocketActor(deps: { readonly award: AwardClaim; readonly rules: () => Promise<RocketRules> }) {
  const effects: RocketEffects = {
    award: {
      async run(claim) {
        await deps.award(claim);
        return { type: 'AWARDED', windowMs: claim.windowMs };
      },
    },
  };
  const inspection: InspectionSource<RocketSnapshot, RocketSeen> = async (_, { gather }) => ({
    rules: await gather('The reward rules of rockets', null, deps.rules),
  });
  return implementActor(rocket, { effects, inspection });
}
