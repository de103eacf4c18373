import * as v from 'valibot';
import { describedAs } from '../../http/described-as.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { Json } from '../../values/json.ts';
import { CATEGORIES } from '../../values/setting-categories.ts';
import type { SystemSetting } from '../system-settings/create-system-settings.ts';
import type { AuditEntry } from './create-audit.ts';

/** Schema that accepts any JSON value. It needs no check, because the body of a request was parsed from JSON and contains nothing else. */
export const json = v.pipe(
  v.custom<Json>((value) => value !== undefined, 'Expected a value.'),
  describedAs(v.unknown()),
);
export const key = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,99}$/, 'Expected the key of a setting, such as max_sessions_per_wallet.'));

export const settingSchema = v.object({
  ...{ key: v.string(), category: v.picklist(CATEGORIES), value: v.unknown(), default: v.unknown() },
  ...{ isKnown: v.boolean(), isDefault: v.boolean(), isValid: v.boolean(), rule: v.nullable(v.string()), doc: v.nullable(v.string()) },
  ...{ changedBy: v.nullable(v.string()), changedAt: v.nullable(v.string()) },
});
export const changedSchema = v.object({ before: v.unknown(), after: v.unknown() });
/** The reply of every admin route that changes a setting, a network or a token. */
export const changed = { 200: { description: 'The record before and after the change.', data: changedSchema } };
export const entrySchema = v.object({
  ...{ id: v.string(), at: v.string(), by: v.string(), via: v.picklist(['admin', 'operator']), act: v.string(), subject: v.string() },
  ...{
    asked: v.unknown(),
    before: v.unknown(),
    after: v.unknown(),
    outcome: v.picklist(['done', 'refused', 'unknown']),
    code: v.nullable(v.string()),
  },
});

export function presentSetting({ changedAtMs, ...setting }: SystemSetting): v.InferOutput<typeof settingSchema> {
  return { ...setting, changedAt: changedAtMs === null ? null : isoOf(changedAtMs) };
}

export function presentEntry(entry: AuditEntry): v.InferOutput<typeof entrySchema> {
  return entry;
}
