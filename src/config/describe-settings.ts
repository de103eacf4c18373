import type { Config } from './compile-settings.ts';
import { processGroups } from './process-settings.ts';
import type { AnySettingGroup, Setting } from './setting.ts';

type Used = { readonly setting: Setting<unknown>; readonly value: unknown };

/**
 * Describes each setting and its value on one line. For keys and tokens, the line shows only whether they are set; for URLs, only the host.
 */
export function describeSettings(config: Config, ofModules: readonly AnySettingGroup[]): readonly string[] {
  return used(config, ofModules).map(({ setting, value }) => `${labelOf(setting)}: ${setting.say(value)}`);
}

/** Lists every text in the settings that must never be logged: keys, and URLs that error messages of libraries may quote. */
export function secretsIn(config: Config, ofModules: readonly AnySettingGroup[]): readonly string[] {
  return used(config, ofModules).flatMap(({ setting, value }) => setting.secretsIn?.(value) ?? []);
}

function labelOf({ label, lines }: Setting<unknown>): string {
  return label ?? lines.map(({ name }) => name)[0] ?? 'a setting';
}

function used(config: Config, ofModules: readonly AnySettingGroup[]): readonly Used[] {
  const ofProcess = processGroups.flatMap((group) => usedIn(group, config));
  return [...ofProcess, ...ofModules.flatMap((group) => usedIn(group, config.modules[group.of] as { readonly [name: string]: unknown }))];
}

function usedIn({ settings }: AnySettingGroup, values: { readonly [name: string]: unknown }): readonly Used[] {
  return Object.entries(settings).map(([name, setting]) => ({ setting, value: values[name] }));
}
