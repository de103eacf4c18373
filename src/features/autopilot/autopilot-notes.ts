import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

/** An example of a policy that the local test chain accepts. It expires after a month. */
const policyAt = (atMs: number) => ({
  ...{ version: 1, wallet: SAMPLE.wallet, chainId: SAMPLE.chainId, budgetToken: SAMPLE.usdc, allowTokens: [SAMPLE.usdc, SAMPLE.weth] },
  limits: { maxPerTradeUsd: 50, maxPerDayUsd: 200, maxTradesPerDay: 10, expiry: Math.floor(atMs / 1000) + 30 * 86_400 },
  safety: { minTokenScore: 0 },
  slippageBps: 100,
  strategies: [
    ...[{ id: 'dip', type: 'dip_buy', tokenOut: SAMPLE.weth, dropBps: 500, lookbackSeconds: 7200, amount: '20', cooldownSeconds: 3600 }],
  ],
});
const signed = { wallet: SAMPLE.wallet, timestamp: 1_769_860_800_000, signature: '0x5d99b6f7' };
const hashed = (atMs: number) => ({ policy: policyAt(atMs), policyHash: SAMPLE.hash, policySignature: '0x5d99b6f7' });
const prices = [3000, 2950, 2700, 2800, 3050].map((usd, hour) => ({
  time: `2026-01-01T0${hour}:00:00Z`,
  prices: { [SAMPLE.weth]: String(usd), [SAMPLE.usdc]: '1' },
}));

const SIGN = 'The wallet signs the request; the typed client does it (`createAgent`, `updateAgent`, see docs/build-an-app.md).';
const HAVE = 'Create an agent, and use the `agentId` from its reply, or the `id` for a dry run.';
const NOT_FOUND = gives('agent-not-found', 404, 'No Autopilot agent with this id exists.');
const NOT_LINKED = gives(
  'agent-not-linked',
  409,
  'The agent does not exist on the chain, because it is a dry run or was not confirmed yet.',
);
const OF_POLICIES = [
  gives('invalid-policy', 400, 'body.policy.slippageBps: Expected a whole number from 1 to 5000.'),
  gives('chain-not-configured', 422, 'This chain has no Autopilot vault.'),
  gives(
    'no-budget-price',
    422,
    'No price of the budget token (which the agent spends) is available, so the dollar limits cannot be converted to tokens.',
  ),
];
const OF_BACKTESTS = [
  ...OF_POLICIES,
  gives('invalid-history', 400, 'body.prices.0.prices: Expected a price as a string or a number, or null.'),
  gives('backtest-too-slow', 422, 'The backtest took longer than this service allows.'),
  gives('backtest-out-of-memory', 422, 'The backtest needs more memory than this service allows.'),
  gives('backtest-process-ended', 503, 'The process of the backtest ended unexpectedly. Try again.'),
  gives('too-many-backtests', 503, 'This node already runs 2 backtests or reads the history of one. Try again in some seconds.'),
];
const OF_SWEEPS = [
  gives(
    'invalid-sweep',
    400,
    'body.sweep: The policy has no number at "dip.nothing". Expected NAME=FROM:TO:STEP, such as "dip.dropBps=500:2000:250".',
  ),
  gives('sweep-too-large', 422, '200 runs over 60000 rows are 12000000 points, but a sweep of this kind may have at most 5000000.'),
  gives('policy-too-large', 413, 'The policies of all runs have more than 4194304 characters together.'),
];
const OF_OWNERS = [
  gives('not-your-policy', 403, 'The wallet in the policy differs from the wallet that signed the request.'),
  gives('policy-hash-mismatch', 400, '`policyHash` is not the hash of the policy.'),
];

/** Example requests and possible errors of the routes of agents, for the page of API documentation. */
export const autopilotNotes: NotesByRoute = joinNotes(
  {
    'POST /defi/autopilot/preview': { body: (atMs) => ({ policyDraft: policyAt(atMs), depositAmount: '100' }), errors: OF_POLICIES },
    'POST /defi/autopilot/create': {
      ...{ first: SIGN, body: (atMs: number) => ({ ...signed, ...hashed(atMs), depositAmount: '100' }) },
      errors: [...OF_POLICIES, ...OF_OWNERS, gives('too-many-dry-runs', 429, 'The wallet already has the maximum number of dry runs.')],
    },
    'POST /defi/autopilot/update/{id}': {
      ...{ first: SIGN, body: (atMs: number) => ({ ...signed, ...hashed(atMs) }) },
      errors: [...OF_POLICIES, ...OF_OWNERS],
    },
    'POST /defi/autopilot/confirm': {
      ...{
        first: 'The wallet sends the call `createAgent` of the reply to `POST /defi/autopilot/create`; take the hash of that transaction.',
      },
      body: { chainId: SAMPLE.chainId, txHash: SAMPLE.hash },
      errors: [
        NOT_FOUND,
        gives('transaction-not-found', 404, 'The chain does not have this transaction yet.'),
        gives('agent-not-on-chain', 409, 'The Autopilot vault has no such agent.'),
      ],
    },
    'POST /defi/autopilot/backtest': {
      body: (atMs) => ({ policy: { ...policyAt(atMs), paper: true }, prices, budget: '1000' }),
      errors: OF_BACKTESTS,
    },
    'POST /defi/autopilot/backtest/report': {
      body: (atMs) => ({ policy: { ...policyAt(atMs), paper: true }, prices, budget: '1000', sweep: 'dip.dropBps=300:900:300' }),
      errors: [...OF_BACKTESTS, ...OF_SWEEPS],
    },
    'POST /defi/autopilot/backtest/sweep': {
      body: (atMs) => ({ policy: { ...policyAt(atMs), paper: true }, prices, budget: '1000', sweep: 'dip.dropBps=300:900:300' }),
      errors: [...OF_BACKTESTS, ...OF_SWEEPS],
    },
    'GET /defi/autopilot/price/{chainId}/{token}': {
      errors: [
        gives('token-not-found', 404, 'This token is not listed on this chain.'),
        gives('price-unavailable', 503, 'No price of this token is available now.'),
      ],
    },
    'POST /defi/autopilot/sync/{chainId}/{agentId}': { errors: [NOT_LINKED] },
  },
  notesOf(['POST /defi/autopilot/pause/{id}', 'POST /defi/autopilot/resume/{id}'], { first: SIGN, body: signed }),
  notesOf([...['POST /defi/autopilot/update/{id}', 'POST /defi/autopilot/pause/{id}', 'POST /defi/autopilot/resume/{id}']], {
    errors: [NOT_FOUND, gives('not-your-agent', 403, 'This agent belongs to another wallet.')],
  }),
  notesOf(
    [
      ...['POST /defi/autopilot/explain/{chainId}/{agentId}', 'POST /defi/autopilot/sync/{chainId}/{agentId}'],
      ...['GET /defi/autopilot/{chainId}/{agentId}', 'GET /defi/autopilot/{chainId}/{agentId}/activity'],
    ],
    { first: HAVE, errors: [NOT_FOUND] },
  ),
);
