import * as v from 'valibot';
import type { AuditEntry } from '../../features/admin/create-audit.ts';
import { defineCommand } from '../command.ts';
import { adminNode, json, sayNext } from '../operator/admin-node.ts';
import { describeAdminChange } from '../operator/describe-changes.ts';
import { queryOf, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text } from '../options.ts';
import { table, timeText } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 200;

const entrySchema: v.GenericSchema<unknown, AuditEntry> = v.object({
  ...{ id: v.string(), at: v.string(), by: v.string(), via: v.picklist(['admin', 'operator']), act: v.string(), subject: v.string() },
  ...{ asked: json, before: json, after: json, outcome: v.picklist(['done', 'refused', 'unknown']), code: v.nullable(v.string()) },
});

export const adminAudit = defineCommand({
  name: 'admin audit',
  parameters: '[--limit N] [--cursor C] [--url URL [--token T]] [--json]',
  summary: 'list the changes that admins and operators have made, newest first: time, person, change and result',
  arguments: {},
  options: {
    limit: text('N', `number of results, 1 to ${MOST}`, '50'),
    cursor: text('C', 'continue after the page that printed this cursor'),
    ...REACH_OPTIONS,
  },
  async run(_none, { limit, cursor, ...values }, context) {
    const node = adminNode(values, context);
    const page = await node.page(`/audit${queryOf({ cursor, limit: String(wholeNumber('--limit', limit, 1, MOST)) })}`);
    const entries = readReply(v.array(entrySchema), page.data, node);
    if (values.json === true) return context.say(JSON.stringify({ entries, cursor: page.cursor }));
    if (entries.length === 0) return context.say('No admin or operator has changed anything yet.');
    for (const line of table(['AT', 'BY', 'ACT', 'SUBJECT', 'OUTCOME', 'CHANGE'], entries.map(rowOf))) context.say(line);
    sayNext(page.cursor, context);
  },
});

function rowOf({ at, by, via, act, subject, outcome, code, before, after, asked }: AuditEntry): string[] {
  const changes = outcome === 'done' ? describeAdminChange(before, after).join('; ') : `requested: ${JSON.stringify(asked)}`;
  return [timeText(Date.parse(at)), `${by} (${via})`, act, subject, code === null ? outcome : `${outcome}: ${code}`, changes];
}
