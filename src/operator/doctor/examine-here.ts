import type { Config } from '../../config/compile-settings.ts';
import type { Clock } from '../../values/clock.ts';
import { type Finding, wrong } from '../../values/finding.ts';
import type { Doctor } from './create-doctor.ts';

/** Time limit of the checks in ms. It is below the server's idle timeout of 30 seconds, so that the client gets a reply. */
const LOOK_WITHIN_MS = 25_000;

/**
 * Runs the doctor's checks in a running node, with the node's own settings. Requests that arrive during a run of the checks share that run.
 */
export function createExamineHere({
  config,
  clock,
  examine,
  withinMs = LOOK_WITHIN_MS,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly examine: Doctor;
  readonly withinMs?: number;
}): () => Promise<readonly Finding[]> {
  let looking: Promise<readonly Finding[]> | null = null;

  async function lookAll(): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), withinMs);
    const coming = examine(config, clock);
    try {
      for (;;) {
        const next = await Promise.race([coming.next(), late.promise]);
        if (next === 'late') {
          findings.push(
            wrong(
              'time',
              `Some checks did not finish within ${withinMs / 1_000} s and are not listed. To run all checks, run "coxswain doctor" on the node's machine.`,
            ),
          );
          return findings;
        }
        if (next.done === true) return findings;
        findings.push(next.value);
      }
    } finally {
      clearTimeout(timer);
      // A run of the checks that exceeds the time limit continues in the background, so that it closes everything that it opened. The
      // result of such a run is not used.
      coming.return(undefined).catch(() => undefined);
    }
  }

  return () => {
    looking ??= lookAll().finally(() => {
      looking = null;
    });
    return looking;
  };
}
