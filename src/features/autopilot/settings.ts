import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

const DRY_RUNS =
  'Dry runs of agents that go on, in all and of each client (an address): beyond the first the client with most of them has its oldest paused. 0: as many as they like.';

const BACKTEST =
  'A backtest whose body is larger than 64 KB runs in a process of its own, one at a time: for so many seconds, and with so many MB, at the most.';

export const autopilotSettings = defineSettings({
  of: 'autopilot',
  title: 'Autopilot',
  settings: {
    maxDryRuns: integer('MAX_DRY_RUNS', { default: 500, min: 0, max: 1_000_000, doc: DRY_RUNS }),
    maxDryRunsPerClient: integer('MAX_DRY_RUNS_PER_CLIENT', { default: 50, min: 0, max: 1_000_000, doc: DRY_RUNS }),
    backtestSeconds: integer('BACKTEST_SECONDS', { default: 300, min: 1, max: 86_400, doc: BACKTEST }),
    backtestMemoryMb: integer('BACKTEST_MEMORY_MB', { default: 768, min: 128, max: 1_000_000, doc: BACKTEST }),
  },
});
