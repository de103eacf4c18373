import type { ProbeSpec } from '../http/health/probe.ts';
import { OPERATION_PROBES } from '../operator/operations/create-operations.ts';
import { DISK_PROBE } from './disk-floor.ts';
import { READINESS_PROBES } from './readiness.ts';
import { LATE_PROBE } from './watch-late.ts';

/** The readiness probes of the process itself. Each module declares its own probes. */
export const ownProbes: readonly ProbeSpec[] = [
  ...Object.values(READINESS_PROBES),
  LATE_PROBE,
  DISK_PROBE,
  ...Object.values(OPERATION_PROBES),
];
