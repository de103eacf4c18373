/** A long run with its own program, which exits with 0 when no check failed. */
export type Campaign = {
  readonly name: string;
  /** The program's path, relative to the project. */
  readonly entry: string;
  readonly args: (seed: number) => readonly string[];
  readonly env?: (seed: number) => Readonly<Record<string, string>>;
  /** Approximate duration in minutes on two mostly idle cores; used to skip campaigns that do not fit into the remaining time. */
  readonly minutes: number;
};

/** The campaigns of the nightly run, those that find most per minute first. Each can run alone and longer: see the top of its entry. */
export const campaigns: readonly Campaign[] = [
  withAllCases('types of the examples, a fresh project with the client', 1, [
    ...['test/unit/runtime/docs', 'test/e2e/adding-a-module', 'test/integration/client/package'],
  ]),
  { name: 'sim', entry: 'test/sim/run.ts', args: (seed) => ['--ticks', '2000', '--seed', `${seed}`], minutes: 2 },
  withAllCases('properties of values and of the runtime', 1, [
    ...['test/unit/values', 'test/unit/runtime/simple-steps', 'test/unit/runtime/stepper', 'test/unit/runtime/ascii-json'],
    ...['test/unit/inspector/history-pages', 'test/unit/features/autopilot/validate-policy', 'test/contract/cache'],
  ]),
  { name: 'cluster, short', entry: 'test/cluster/run.ts', args: (seed) => ['--short', '--seed', `${seed}`], minutes: 3 },
  { name: 'crash', entry: 'test/crash/run.ts', args: (seed) => ['--kills', '40', '--seed', `${seed}`], minutes: 4 },
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
  withAllCases('providers, vaults, simulations, all cases', 5, [
    ...['test/contract/providers/mutations', 'test/unit/features/autopilot/backtest', 'test/unit/market/price-series'],
    ...['test/integration/contracts', 'test/integration/devnet', 'test/integration/migrate', 'test/sim/'],
  ]),
  withAllCases('inspector, all looks', 3, ['test/e2e/inspector']),
  withAllCases('garbage, all of it', 8, ['test/e2e/garbage']),
  withAllCases('the other tests with more cases, and checks of the harnesses', 3, [
    ...['test/e2e/cli/demo', 'test/hostile/', 'test/outside/checks-fire', 'test/crash/survives-kills'],
  ]),
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
  { name: 'outside, whole', entry: 'test/outside/run.ts', args: (seed) => ['--minutes', '2000', '--seed', `${seed + 1}`], minutes: 30 },
  { name: 'crash, whole', entry: 'test/crash/run.ts', args: (seed) => ['--kills', '200', '--seed', `${seed + 1}`], minutes: 20 },
];

/** Tests of the gate that have more cases than it has time for, with all of them and another seed. */
function withAllCases(name: string, minutes: number, paths: readonly string[]): Campaign {
  return { name, entry: 'scripts/test.ts', args: () => paths, env: (seed) => ({ TEST_CASES: 'all', TEST_SEED: `${seed}` }), minutes };
}
