import { ConfigError } from './config-error.ts';
import { type ProcessSettings, processGroups } from './process-settings.ts';
import { readChains } from './read-chains.ts';
import type { AnySettingGroup, SettingGroup } from './setting.ts';
import { createSettingReader, type Environment } from './setting-reader.ts';

/**
 * All settings after validation: those of the process itself, and in `modules` those of each module. `settingsOf` returns the settings of
 * one module with their types.
 */
export type Config = ProcessSettings & { readonly modules: { readonly [module: string]: unknown } };

type Compiled = { readonly [name: string]: unknown };

/**
 * Reads and checks every setting of the process and of the modules in `ofModules`.
 * @throws ConfigError with one line per invalid setting
 */
export function compileSettings(env: Environment, ofModules: readonly AnySettingGroup[]): Config {
  // The reader that is created on this line is discarded together with the problems that it finds. The chain settings are read a second
  // time with the reader whose problems are reported, so that each problem is reported once.
  const chains = readChains(createSettingReader(env));
  const reader = createSettingReader(env);
  const compile = (group: AnySettingGroup): Compiled => {
    const values = Object.fromEntries(Object.entries(group.settings).map(([name, setting]) => [name, setting.read(reader, chains)]));
    group.check?.(values, reader);
    return values;
  };
  const ofProcess = Object.assign({}, ...processGroups.map(compile)) as ProcessSettings;
  const modules = Object.fromEntries(ofModules.map((group) => [group.of, compile(group)]));
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return deepFreeze({ ...ofProcess, modules });
}

/** Returns the settings of one module. @throws Error for a module whose settings were not read */
export function settingsOf<T>({ modules }: Pick<Config, 'modules'>, group: SettingGroup<T>): T {
  const values = modules[group.of];
  if (values === undefined) throw new Error(`The settings of the module "${group.of}" were not compiled`);
  return values as T;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
