import type { Config } from '../../config/compile-settings.ts';
import type { Examination, Examined, ExaminedChain } from '../../module/examination.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import type { AnyModule } from '../../module/module.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { type Finding, ok, wrong } from '../../values/finding.ts';
import { type ExamineRedisServer, examineRedis } from './examine-redis.ts';
import { examineStore, type StoreAccess } from './examine-store.ts';

/** Checks every system that the settings refer to, and yields each finding as soon as it is available. */
export type Doctor = (config: Config, clock: Clock) => AsyncGenerator<Finding>;

/**
 * Creates the doctor. It checks the requirements of the process itself (store, Redis), and runs the examinations of all modules. Like a
 * start of the service, it creates missing parts of the store. It also writes a test document and a test key and deletes them again,
 * because only a write shows whether writes are accepted.
 */
export function createDoctor(deps: {
  readonly modules: readonly Pick<AnyModule, 'name' | 'examinations'>[];
  readonly followers: readonly FollowerSpec[];
  readonly store: StoreAccess;
  readonly redis: ExamineRedisServer;
  /** Returns the number of the program's settings. The doctor's finding about valid settings contains this number. */
  readonly countSettings: () => number;
}): Doctor {
  const { modules, followers } = deps;

  /** Runs those examinations of the modules that are of the kind `of` (such as `node` or `chain`), in the order of the modules. */
  async function* run<Kind extends Examination<never>['of']>(
    kind: Kind,
    examine: (examination: Extract<Examination<never>, { of: Kind }>, name: string) => Promise<readonly Finding[]>,
  ): AsyncGenerator<Finding> {
    for (const { name, examinations = [] } of modules)
      for (const examination of examinations) if (isOf(examination, kind)) yield* await tried(name, () => examine(examination, name));
  }

  return async function* (config, clock) {
    yield ok('settings', `all ${deps.countSettings()} settings are valid`);
    const settings = (name: string) => config.modules[name] as never;
    const { findings, store, records, lastFindings } = await examineStore(config, clock, deps.store);
    const examined: Examined = { config, records, clock, followers };
    const examineChain = async (chain: ExaminedChain) =>
      await Array.fromAsync(run('chain', ({ examine }, name) => examine(chain, settings(name))));
    try {
      yield* findings;
      if (store !== null) {
        const { actors } = store;
        yield* run('store', ({ examine }, name) => examine({ ...examined, actors }, settings(name)));
      }
      yield* lastFindings;
      yield* await examineRedis(config, clock, deps.redis);
      yield* run('node', ({ examine }, name) => examine(examined, settings(name), examineChain));
    } finally {
      await store?.close();
    }
  };
}

function isOf<Kind extends Examination<never>['of']>(
  examination: Examination<never>,
  kind: Kind,
): examination is Extract<Examination<never>, { of: Kind }> {
  return examination.of === kind;
}

/**
 * Runs an examination. A failure of the examination itself becomes a finding. The message of an error that another library threw may
 * contain secrets, so the finding does not quote it.
 */
async function tried(module: string, examine: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await examine();
  } catch (error) {
    const reason = error instanceof CoxswainError ? error.message : 'The check failed.';
    return [wrong(module, `${reason} This check was not completed.`)];
  }
}
