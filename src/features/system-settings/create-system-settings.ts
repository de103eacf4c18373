import * as v from 'valibot';
import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, text, time } from '../../values/document-form.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json } from '../../values/json.ts';
import { CATEGORIES, type Category } from '../../values/setting-categories.ts';
import { isKnown, type KnownKey, knownSetting, knownSettings, type ValueOf } from './known-settings.ts';
import { readValue, type StoredSetting } from './stored-setting.ts';

export const SYSTEM_SETTINGS: CollectionSpec = {
  name: 'system-settings',
  form: documentForm<StoredSetting>({ category: text, valueText: text, changedBy: text, changedAtMs: time }),
};

/** A system setting in the list of settings: its value, its default and its rule. */
export type SystemSetting = {
  readonly key: string;
  readonly category: Category;
  readonly value: Json;
  /** The setting's default value; null for a setting that this version does not know. */
  readonly default: Json;
  readonly isKnown: boolean;
  /** True while no value is stored for the setting, so that its default is used. */
  readonly isDefault: boolean;
  /** False when the stored value does not satisfy this version's rule. In that case the default is used. */
  readonly isValid: boolean;
  readonly rule: string | null;
  readonly doc: string | null;
  readonly changedBy: string | null;
  readonly changedAtMs: number | null;
};

/** The result of changing a setting: the setting as listed before the change, and after it. */
export type SettingChange = { readonly before: SystemSetting | null; readonly after: SystemSetting | null };

export type SystemSettings = {
  /**
   * Returns the value of a setting that is in effect on this node. A change made on this node takes effect here at once, and on other nodes
   * at their next `refresh`.
   */
  readonly value: <Key extends KnownKey>(key: Key) => ValueOf<Key>;
  /** Lists all settings that this version knows, and stored settings that it does not know, sorted by key. */
  readonly list: () => Promise<readonly SystemSetting[]>;
  readonly find: (key: string) => Promise<SystemSetting | null>;
  /**
   * Stores a value for a setting. A setting that this version does not know is stored for a version that knows it. @throws
   * InvalidInputError `setting-value-refused` (400), with the rule; TerminalError `too-many-settings` (409); RetryableError
   * `setting-changed` (503)
   */
  readonly set: (key: string, value: Json, by: string, category?: Category) => Promise<SettingChange>;
  /**
   * Checks a value for a setting without storing it. @throws InvalidInputError `setting-value-refused` (400), with the rule, when `set`
   * would refuse the value
   */
  readonly check: (key: string, value: Json) => void;
  /** Removes the stored value of a setting, so that the default is used. @throws TerminalError `setting-not-found` (404) */
  readonly unset: (key: string) => Promise<SettingChange>;
  /**
   * Reads the stored values of all settings. On an error, the previously read values are kept. @throws RetryableError `store-unavailable`
   */
  readonly refresh: () => Promise<void>;
};

/** Maximum number of stored system settings. */
const MOST = 500;
/** Maximum number of characters of the value of a system setting, as JSON text. */
const MOST_CHARACTERS = 4_096;

export function createSystemSettings({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): SystemSettings {
  const collection = records.collection<StoredSetting>(SYSTEM_SETTINGS);
  let known: ReadonlyMap<string, Json> = new Map();
  /**
   * Number of changes made on this node. When it changes while `refresh` reads the store, the result of that read may be outdated, and must
   * not replace the newer values.
   */
  let changes = 0;

  function learn(key: string, value: Json | undefined): void {
    changes += 1;
    const next = new Map(known);
    if (value === undefined) next.delete(key);
    else next.set(key, value);
    known = next;
  }

  function checkValue(key: string, value: Json): string {
    const setting = knownSetting(key);
    const valueText = JSON.stringify(value);
    const rule =
      setting !== null && !v.is(setting.schema, value)
        ? setting.rule
        : valueText.length > MOST_CHARACTERS
          ? `at most ${MOST_CHARACTERS} characters as JSON`
          : null;
    if (rule === null) return valueText;
    const message = `The value of ${key} must be ${rule}.`;
    throw new InvalidInputError([{ path: 'body.value', code: 'setting-value-refused', message }], { code: 'setting-value-refused' });
  }

  async function rows(): Promise<readonly Stored<StoredSetting>[]> {
    return (await collection.scan({ limit: MOST + 1 })).rows;
  }

  return {
    value(key) {
      const setting = knownSettings[key];
      const read = v.safeParse(setting.schema, known.get(key));
      // The cast is safe, because the schema and the default come from the same entry of the table.
      return (read.success ? read.output : setting.default) as ValueOf<typeof key>;
    },

    async list() {
      const stored = new Map((await rows()).map((row) => [row._id, row]));
      const keys = [...new Set([...Object.keys(knownSettings), ...stored.keys()])].sort();
      return keys.flatMap((key) => present(key, stored.get(key) ?? null) ?? []);
    },

    check: (key, value) => void checkValue(key, value),

    find: async (key) => present(key, await collection.get(key)),

    async set(key, value, by, category) {
      const valueText = checkValue(key, value);
      const before = await collection.get(key);
      const next: StoredSetting = {
        category: knownSetting(key)?.category ?? category ?? before?.category ?? 'general',
        ...{ valueText, changedBy: by, changedAtMs: clock.now() },
      };
      if (before === null && (await rows()).length >= MOST)
        throw new TerminalError({ code: 'too-many-settings', status: 409, message: `At most ${MOST} system settings can be stored.` });
      const isDone = await putIfUnchanged(collection, key, before, next);
      if (!isDone) throw changedMeanwhile(key);
      learn(key, value);
      return { before: present(key, before), after: present(key, next) };
    },

    async unset(key) {
      const before = await collection.get(key);
      if (before === null || !(await collection.remove(key)))
        throw new TerminalError({
          code: 'setting-not-found',
          status: 404,
          message: `The system setting ${key.slice(0, 100)} has no stored value.`,
        });
      learn(key, undefined);
      return { before: present(key, before), after: present(key, null) };
    },

    async refresh() {
      const before = changes;
      const read = await rows();
      if (changes !== before) return;
      known = new Map(read.flatMap((row) => (isKnown(row._id) ? [[row._id, readValue(row)] as const] : [])));
    },
  };
}

/** Returns a setting in the format of the list of settings; null for an unknown setting that is not stored. */
function present(key: string, stored: StoredSetting | null): SystemSetting | null {
  const setting = knownSetting(key);
  if (setting === null && stored === null) return null;
  const value = stored === null ? null : readValue(stored);
  const category = setting?.category ?? CATEGORIES.find((each) => each === stored?.category) ?? 'general';
  return {
    ...{ key, category, value: stored === null ? (setting?.default ?? null) : value, default: setting?.default ?? null },
    ...{ isKnown: setting !== null, isDefault: stored === null },
    isValid: setting === null || stored === null || v.is(setting.schema, value),
    ...{ rule: setting?.rule ?? null, doc: setting?.doc ?? null },
    ...{ changedBy: stored?.changedBy ?? null, changedAtMs: stored?.changedAtMs ?? null },
  };
}

function changedMeanwhile(key: string): RetryableError {
  const message = `The system setting ${key} was changed by another request at the same time. Read the setting again.`;
  return new RetryableError({ code: 'setting-changed', retryAfterMs: 1_000, message });
}
