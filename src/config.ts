import { type Config, compileSettings } from './config/compile-settings.ts';
import { ConfigError } from './config/config-error.ts';
import { describeSettings, secretsIn } from './config/describe-settings.ts';
import { problemsOfEnvFiles } from './config/env-files.ts';
import { processGroups } from './config/process-settings.ts';
import type { AnySettingGroup } from './config/setting.ts';
import type { Environment } from './config/setting-reader.ts';
import { unknownSettings } from './config/unknown-settings.ts';
import { orderModules } from './module/order-modules.ts';
import * as modules from './modules.ts';

export type { Config };

const ofModules: readonly AnySettingGroup[] = orderModules(modules).flatMap(({ name, settings }) => {
  if (settings === undefined) return [];
  if (settings.of !== name) throw new Error(`The settings of the module "${name}" say that they are those of "${settings.of}"`);
  return [settings];
});

/** Every setting of the program: first those of the process itself, then those of its modules. */
export const settingGroups: readonly AnySettingGroup[] = [...processGroups, ...ofModules];

/** The names of all settings. A setting that exists per chain is listed as `RPC_<chainId>`. */
export function settingNames(): ReadonlySet<string> {
  return new Set(settingGroups.flatMap(({ settings }) => Object.values(settings).flatMap(({ lines }) => lines.map(({ name }) => name))));
}

/**
 * Reads and checks all settings in one step. No other code reads settings from the environment. (Before this code runs, Bun adds `.env` and
 * `.env.local` from the working directory to `process.env`; variables that the process received take precedence over these files.)
 * @throws ConfigError with one line per invalid setting
 */
export function loadConfig(env: Environment): Config {
  return compileSettings(env, ofModules);
}

/** Lists the names in the settings files of this process that are not settings of this program; see `unknownSettings`. */
export function unknownProcessSettings(): readonly string[] {
  return unknownSettings(process.cwd(), settingNames());
}

/** Reads the settings of this process from its environment. @throws the errors of `loadConfig` */
export function loadProcessConfig(): Config {
  const unread = problemsOfEnvFiles(process.cwd());
  if (unread.length > 0) throw new ConfigError(unread);
  return loadConfig(process.env);
}

/** Describes each setting and its value for a user, without secret values. */
export function describeConfig(config: Config): readonly string[] {
  return describeSettings(config, ofModules);
}

/** Lists every text in the settings that must never be logged. */
export function secretsOf(config: Config): readonly string[] {
  return secretsIn(config, ofModules);
}
