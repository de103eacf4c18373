import * as v from 'valibot';
import type { Json } from '../../values/json.ts';
import { CATEGORIES } from '../../values/setting-categories.ts';
import { defineCommand } from '../command.ts';
import { adminNode, change } from '../operator/admin-node.ts';
import { queryOf, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const CATEGORY = { category: text('NAME', `a category: ${CATEGORIES.join(', ')}`) };
const CHANGE_OPTIONS = { ...YES_OPTION, ...REACH_OPTIONS };

const settingSchema = v.object({
  ...{ key: v.string(), category: v.picklist(CATEGORIES), value: v.unknown(), default: v.unknown() },
  ...{ isKnown: v.boolean(), isDefault: v.boolean(), isValid: v.boolean(), rule: v.nullable(v.string()), doc: v.nullable(v.string()) },
  ...{ changedBy: v.nullable(v.string()), changedAt: v.nullable(v.string()) },
});
type Setting = v.InferOutput<typeof settingSchema>;

export const adminSettings = defineCommand({
  name: 'admin settings',
  parameters: '[KEY] [--category NAME] [--url URL [--token T]] [--json]',
  summary: 'list the system settings of a running node, with their defaults; with KEY, also show its accepted values and who changed it',
  arguments: { key: '[KEY]' },
  options: { ...CATEGORY, ...REACH_OPTIONS },
  async run({ key }, values, context) {
    const node = adminNode(values, context);
    const read = await node.get(`/settings${queryOf({ category: categoryOf(values.category) })}`);
    const all = readReply(v.array(settingSchema), read, node).filter((setting) => key === undefined || setting.key === key);
    const [only] = all;
    if (key !== undefined && only === undefined) throw new UsageError(`there is no system setting with the key ${JSON.stringify(key)}`);
    if (values.json === true) context.say(JSON.stringify(all));
    else if (key !== undefined && only !== undefined) for (const line of linesOf(only)) context.say(line);
    else for (const line of table(['KEY', 'VALUE', 'DEFAULT', 'CATEGORY', 'NOTE'], all.map(rowOf))) context.say(line);
  },
});

export const adminSet = defineCommand({
  name: 'admin set',
  parameters: 'KEY VALUE [--category NAME] [--yes] [--json]',
  summary: 'set a system setting on all nodes; asks for confirmation. VALUE is read as JSON (5, true) if it is JSON, and as text otherwise',
  arguments: { key: 'KEY', value: 'VALUE' },
  options: {
    category: text('NAME', 'the category; only needed for a setting that this version of the program does not have'),
    ...CHANGE_OPTIONS,
  },
  async run({ key, value }, values, context) {
    const category = categoryOf(values.category);
    const body = { value: parsedValue(value), ...(category === undefined ? {} : { category }) };
    await change({ path: pathOf(key), body, question: `Set ${key} to ${JSON.stringify(body.value)}?` }, values, context);
  },
});

export const adminReset = defineCommand({
  name: 'admin reset',
  parameters: 'KEY [--yes] [--json]',
  summary: 'remove the stored value of a system setting, so that its default applies again; asks for confirmation',
  arguments: { key: 'KEY' },
  options: CHANGE_OPTIONS,
  async run({ key }, values, context) {
    await change({ path: `${pathOf(key)}/reset`, question: `Reset ${key} to its default?` }, values, context);
  },
});

function pathOf(key: string): string {
  return `/settings/${encodeURIComponent(key)}`;
}

function categoryOf(given: string | undefined): string | undefined {
  if (given === undefined || CATEGORIES.some((category) => category === given)) return given;
  throw new UsageError(`--category is ${JSON.stringify(given)}; accepted: ${CATEGORIES.join(', ')}`);
}

function parsedValue(given: string): Json {
  try {
    return JSON.parse(given);
  } catch {
    // Text that is not valid JSON is used as a plain string, so that users need not put quotation marks around values such as EUR or
    // 10/100,15/150.
    return given;
  }
}

function rowOf({ key, value, default: usual, category, ...setting }: Setting): string[] {
  return [key, JSON.stringify(value), setting.isKnown ? JSON.stringify(usual) : '-', category, noteOf(setting)];
}

function noteOf({ isKnown, isDefault, isValid }: Pick<Setting, 'isKnown' | 'isDefault' | 'isValid'>): string {
  if (!isKnown) return 'this version of the program has no such setting';
  if (!isValid) return 'the stored value is invalid, so the default is used';
  return isDefault ? '' : 'set';
}

function linesOf({ key, value, default: usual, category, rule, doc, changedBy, changedAt, ...setting }: Setting): string[] {
  const note = noteOf(setting);
  return [
    `${key} = ${JSON.stringify(value)}${note === '' ? '' : ` (${note})`}`,
    ...(doc === null ? [] : [doc]),
    ...(rule === null ? [] : [`rule      ${rule}`, `default   ${JSON.stringify(usual)}`]),
    `category  ${category}`,
    ...(changedBy === null ? [] : [`changed   ${changedAt} by ${changedBy}`]),
  ];
}
