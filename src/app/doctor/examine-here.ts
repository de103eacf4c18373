import { type Config, settingNames } from '../../config.ts';
import type { Clock } from '../../values/clock.ts';
import { examine } from './examine.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** A reply that takes longer than half a minute is cut by the server's own idle timeout, and who asked would have nothing. */
const LOOK_WITHIN_MS = 25_000;

/** The doctor's look of a running node at what its own settings name. One look at a time: who asks meanwhile shares it. */
export function createExamineHere(
  config: Config,
  clock: Clock,
  { look = examine, withinMs = LOOK_WITHIN_MS }: { readonly look?: typeof examine; readonly withinMs?: number } = {},
): () => Promise<readonly Finding[]> {
  let looking: Promise<readonly Finding[]> | null = null;

  async function lookAll(): Promise<readonly Finding[]> {
    const findings = [ok('settings', `all ${settingNames().size} are in order`)];
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), withinMs);
    const coming = look(config, clock);
    try {
      for (;;) {
        const next = await Promise.race([coming.next(), late.promise]);
        if (next === 'late') {
          findings.push(
            wrong('time', `What is not listed here was not looked at within ${withinMs / 1_000} s. Run the doctor on the node's machine.`),
          );
          return findings;
        }
        if (next.done === true) return findings;
        findings.push(next.value);
      }
    } finally {
      clearTimeout(timer);
      // A look that is late ends, and closes what it has opened, when what it waits for does: nobody waits for that, nor for how it ends.
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
