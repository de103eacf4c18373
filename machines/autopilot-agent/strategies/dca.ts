import type { DcaStrategy } from '../../../src/values/autopilot/policy.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { judgeBuy } from './buy.ts';
import { idle, outcome, type Scene, standingOf, tokenOf, type Verdict } from './scene.ts';

/** Buys when the next run is due. A blocked buy stays due and is made once nothing blocks it. */
export function judgeDca(scene: Scene, strategy: DcaStrategy): Verdict {
  const { standing, atMs } = scene;
  const noted = standingOf(standing, strategy.id);
  const nextAtMs = noted.nextAtMs ?? atMs;
  const numbers = {
    nextAtMs: `${nextAtMs}`,
    runs: `${noted.runs}`,
    ...(strategy.maxRuns === undefined ? {} : { maxRuns: `${strategy.maxRuns}` }),
  };
  if (nextAtMs > atMs) return idle(noted, outcome('not-due', 'Its next run is not due yet.', numbers));
  const amount = parseAmount(strategy.amount, tokenOf(standing, standing.policy.budgetToken).decimals);
  const why = `run ${noted.runs + 1}${strategy.maxRuns === undefined ? '' : ` of ${strategy.maxRuns}`}.`;
  return judgeBuy(scene, strategy, { token: strategy.tokenOut, amount, shrinks: false, why, numbers });
}
