/** A long test run with its own program, which exits with 0 when no check failed. */
export type Campaign = {
  readonly name: string;
  /** Path of the program, relative to the project. */
  readonly entry: string;
  readonly args: (seed: number) => readonly string[];
  readonly env?: (seed: number) => Readonly<Record<string, string>>;
  /** Approximate duration in minutes on two mostly idle cores; used to skip campaigns that do not fit into the remaining time. */
  readonly minutes: number;
};

/**
 * The campaigns of the nightly run. First come those that `.ci/run` has time for: the cases that `npm test` omits, and short runs of each
 * harness. Each campaign can also run alone and for longer; the comment at the top of its program explains how.
 */
export const campaigns: readonly Campaign[] = [
  withAllCases('types of the examples, whole walks, a fresh project with the client', 1.5, [
    ...['test/unit/runtime/docs', 'test/e2e/adding-a-module', 'test/e2e/real-chain-docs', 'test/integration/client/package'],
  ]),
  withAllCases('properties of values and of the runtime', 0.2, [
    ...['test/unit/values', 'test/unit/runtime/simple-steps', 'test/unit/runtime/stepper', 'test/unit/runtime/ascii-json'],
    ...['test/unit/inspector/history-pages', 'test/unit/features/autopilot/validate-policy', 'test/contract/cache'],
  ]),
  withAllCases('the compiler, deployments, the devnet, migrations, the rehearsal', 3, [
    ...[
      'test/contract/artifacts',
      'test/integration/deployment',
      'test/integration/devnet',
      'test/integration/migrate',
      'test/integration/rehearsal',
    ],
  ]),
  withAllCases('services from their start to their end', 2, [
    ...[
      'test/e2e/autopilot/agent-',
      'test/e2e/autopilot/gas-bounds',
      'test/e2e/start/starts',
      'test/e2e/start/refusals',
      'test/e2e/dca/lifecycle',
    ],
    ...['test/e2e/cli/demo', 'test/e2e/cli/operator-restore', 'test/e2e/readme', 'test/outside/chain-kinds'],
  ]),
  withAllCases('vaults, records, backtests', 1.5, [
    ...['test/integration/contracts', 'test/integration/features/autopilot/large-backtests', 'test/integration/features/dca/forget'],
    ...['test/integration/features/trades/transactions', 'test/integration/http/body-shapes', 'test/integration/inspector/off-loopback'],
    ...['test/unit/features/autopilot/backtest', 'test/unit/market/price-series'],
  ]),
  withAllCases('inspector, all looks', 3, ['test/e2e/inspector']),
  { name: 'sim', entry: 'test/sim/run.ts', args: (seed) => ['--ticks', '2000', '--seed', `${seed}`], minutes: 1 },
  { name: 'news', entry: 'test/crash/news/run.ts', args: (seed) => ['--kills', '50', '--seed', `${seed}`], minutes: 1 },
  { name: 'chat', entry: 'test/crash/chat/run.ts', args: (seed) => ['--kills', '200', '--seed', `${seed}`], minutes: 2 },
  {
    name: 'chat, two nodes with MongoDB',
    entry: 'test/crash/chat/run.ts',
    args: (seed) => ['--mongodb', '--kills', '200', '--seed', `${seed}`],
    minutes: 5,
  },
  { name: 'alerts', entry: 'test/crash/alerts/run.ts', args: (seed) => ['--kills', '100', '--seed', `${seed}`], minutes: 5 },
  {
    name: 'alerts, two nodes with MongoDB',
    entry: 'test/crash/alerts/run.ts',
    args: (seed) => ['--mongodb', '--kills', '100', '--seed', `${seed}`],
    minutes: 6,
  },
  {
    name: 'news, two nodes',
    entry: 'test/crash/news/run.ts',
    args: (seed) => ['--kills', '20', '--notifications', '60', '--nodes', '2', '--seed', `${seed}`],
    minutes: 1,
  },
  withAllCases('the tests of the simulations and harnesses with more cases, and checks of both', 3, [
    ...[
      'test/sim/',
      'test/hostile/',
      'test/outside/checks-fire',
      'test/outside/outside',
      'test/crash/survives-kills',
      'test/crash/alerts-survive-kills',
      'test/crash/news-two-nodes',
      'test/crash/ramps-survive-kills',
    ],
  ]),
  { name: 'crash', entry: 'test/crash/run.ts', args: (seed) => ['--kills', '30', '--seed', `${seed}`], minutes: 5 },
  {
    name: 'crash, many in flight',
    entry: 'test/crash/run.ts',
    args: (seed) => ['--crowd', '--kills', '12', '--positions', '80', '--agents', '32', '--agent-runs', '2', '--seed', `${seed}`],
    minutes: 7,
  },
  { name: 'ramps, two nodes', entry: 'test/crash/ramps/run.ts', args: (seed) => ['--kills', '100', '--seed', `${seed}`], minutes: 7 },
  { name: 'cluster, short', entry: 'test/cluster/run.ts', args: (seed) => ['--short', '--seed', `${seed}`], minutes: 3 },
  {
    name: 'hostile tokens',
    entry: 'test/hostile/run.ts',
    args: () => ['--only', 'tokens'],
    env: (seed) => ({ HOSTILE_RUNS: '100', HOSTILE_SEED: `${seed}` }),
    minutes: 3,
  },
  { name: 'outside', entry: 'test/outside/run.ts', args: (seed) => ['--minutes', '300', '--seed', `${seed}`], minutes: 6 },
  {
    name: 'hostile attacks',
    entry: 'test/hostile/run.ts',
    args: () => ['--only', 'attacks'],
    env: (seed) => ({ HOSTILE_SEED: `${seed}` }),
    minutes: 4,
  },
  withAllCases('answers of providers, all mutations', 3, ['test/contract/providers/mutations', 'test/contract/ramps/mutations']),
  withAllCases('garbage, all of it', 8, ['test/e2e/garbage']),
  {
    name: 'hostile day',
    entry: 'test/hostile/run.ts',
    args: () => ['--only', 'day', '--rate', '2', '--clients', '2'],
    env: (seed) => ({ HOSTILE_SEED: `${seed}` }),
    minutes: 9,
  },
  {
    name: 'cluster',
    entry: 'test/cluster/run.ts',
    args: (seed) => ['--kills', '12', '--tick-ms', '6000', '--seed', `${seed}`],
    minutes: 12,
  },
  withAllCases('2,000 sockets of a node that is killed, 10,000 that do not sign in', 5, ['test/integration/sockets/killed-node']),
  {
    name: 'rockets, 90 days',
    entry: 'test/sim/rockets/run.ts',
    args: (seed) => ['--rockets', '200', '--days', '90', '--seed', `${seed}`],
    minutes: 5,
  },
  { name: 'outside, whole', entry: 'test/outside/run.ts', args: (seed) => ['--minutes', '2000', '--seed', `${seed + 1}`], minutes: 30 },
  { name: 'crash, whole', entry: 'test/crash/run.ts', args: (seed) => ['--kills', '200', '--seed', `${seed + 1}`], minutes: 20 },
];

/** Tests that have more cases than `npm test` has time for. In the nightly run they use all cases and another seed. */
function withAllCases(name: string, minutes: number, paths: readonly string[]): Campaign {
  return { name, entry: 'scripts/test.ts', args: () => paths, env: (seed) => ({ TEST_CASES: 'all', TEST_SEED: `${seed}` }), minutes };
}
