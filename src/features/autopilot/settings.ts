import { integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

const DRY_RUNS =
  'The maximum number of active dry runs of all clients together, and of each client (an IP address). If there are more, the ' +
  'oldest dry run of the client with the most dry runs is paused. 0 means no limit.';

const BACKTEST =
  'Limits of a backtest whose request body is larger than 64 KB: run time in seconds, and memory in MB. Such backtests run one at a time, in a separate process.';

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
