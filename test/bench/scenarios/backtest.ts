import { runAgentBacktest } from '../../../actors/autopilot-agent/backtest.ts';
import { backtestPoints } from '../../../src/features/autopilot/backtest/backtest-points.ts';
import { asHash, asUnits } from '../../support/branded.ts';
import { fiveStrategies, fiveTokenPath, fiveTokens } from '../../unit/features/autopilot/backtest/five-strategies.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median } from '../support/measure.ts';

// Measures a backtest over a year of minute prices of three tokens, with one strategy of each type. The reference is a plain loop that
// reads the same rows of prices and only sums the value of a fixed holding.
const YEAR = 525_600;
const ROUNDS = 5;
const GUARD = { maxAgeMs: 120_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };

const history = fiveTokenPath(1, YEAR);
const [first] = history.rows;
const last = history.rows.at(-1);
if (first === undefined || last === undefined) throw new Error('The history is empty');
const expirySec = Math.floor(last.atMs / 1000) + 1;
const policy = { ...fiveStrategies, limits: { ...fiveStrategies.limits, expiry: expirySec } };
const limits = { maxPerTrade: asUnits('400000000'), maxPerDay: asUnits('1000000000'), maxTradesPerDay: 12, expirySec };
const agent = { policy, policyHash: asHash('0x01'), tokens: fiveTokens, limits, budget: asUnits('10000000000'), startMs: first.atMs };

function bareLoop(): number {
  let worth = 0;
  for (const { prices } of history.rows) for (const usd of Object.values(prices)) worth += Number(usd) * 2;
  return worth;
}

function backtest() {
  const running = runAgentBacktest(agent, backtestPoints(history, policy, GUARD), { feeBps: 30, slippageBps: 10, vaultFeeBps: 0 }, 10_000);
  for (;;) {
    const step = running.next();
    if (step.done === true) return step.value;
  }
}

const rounds: Round[] = [];
let told = '';
for (let round = 0; round < ROUNDS; round += 1) {
  const bareStart = performance.now();
  if (bareLoop() <= 0) throw new Error('The loop added up nothing');
  const bareMs = performance.now() - bareStart;
  const start = performance.now();
  const { trades, steps } = backtest();
  const ms = performance.now() - start;
  told = `${trades.length} trades, ${steps} of ${YEAR} points looked at`;
  rounds.push({ ours: YEAR / (ms / 1000), reference: YEAR / (bareMs / 1000) });
}

const name = 'backtest of five strategies over a year of minutes, against a bare loop over the same rows';
console.log(JSON.stringify([benchLine(name, 'points/s', rounds, null, told, median)]));
