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
  { name: 'sim', entry: 'test/sim/run.ts', args: (seed) => ['--ticks', '2000', '--seed', `${seed}`], minutes: 2 },
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
  {
    name: 'provider replies, every mutation',
    entry: 'scripts/test.ts',
    args: () => ['test/contract/providers/mutations'],
    env: () => ({ PROVIDER_MUTATIONS: 'all' }),
    minutes: 3,
  },
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
