import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { defineCommand } from '../command.ts';
import { adminNode, sayNext } from '../operator/admin-node.ts';
import { queryOf, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text } from '../options.ts';
import { table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 200;
/** Maximum number of characters of a user's message that the list of training messages shows. */
const SHOWN = 60;

const candidateSchema = v.looseObject({
  ...{ id: v.string(), revision: v.number(), status: v.string(), rating: v.string(), message: v.string(), answer: v.string() },
  ...{ action: v.string(), intent: v.nullable(v.string()), correction: v.nullable(v.string()), replacement: v.nullable(v.string()) },
  ...{ note: v.nullable(v.string()), reviewedBy: v.nullable(v.string()), reviewedAt: v.nullable(v.string()), createdAt: v.string() },
});
const countsSchema = v.object({ pending: v.number(), approved: v.number(), rejected: v.number(), total: v.number() });

export const adminTrainingList = defineCommand({
  name: 'admin training list',
  parameters: '[--status S] [--rating R] [--intent I] [--limit N] [--cursor C] [--json]',
  summary: 'list the feedback on answers of the assistant that may become training data, newest first',
  arguments: {},
  options: {
    status: text('S', 'only feedback with this status: pending, approved or rejected'),
    rating: text('R', 'only feedback with this rating: up or down'),
    intent: text('I', 'only messages that the assistant understood as this intent, such as quotes'),
    limit: text('N', `number of results, 1 to ${MOST}`, '50'),
    cursor: text('C', 'continue after the page that printed this cursor'),
    ...REACH_OPTIONS,
  },
  async run(_none, { status, rating, intent, limit, cursor, ...values }, context) {
    const node = adminNode(values, context);
    const query = queryOf({ status, rating, intent, cursor, limit: String(wholeNumber('--limit', limit, 1, MOST)) });
    const page = await node.page(`/training${query}`);
    const candidates = readReply(v.array(candidateSchema), page.data, node);
    if (values.json === true) return context.say(JSON.stringify({ candidates, cursor: page.cursor }));
    const counts = readReply(countsSchema, await node.get('/training/stats'), node);
    context.say(`${counts.pending} pending, ${counts.approved} approved, ${counts.rejected} rejected`);
    if (candidates.length === 0) return context.say('No candidate matches.');
    const rows = candidates.map((one) => [
      ...[`${one.id}@${one.revision}`, timeText(Date.parse(one.createdAt)), one.status, one.rating, one.intent ?? '-', cut(one.message)],
    ]);
    for (const line of table(['ID', 'AT', 'STATUS', 'RATING', 'INTENT', 'MESSAGE'], rows)) context.say(line);
    sayNext(page.cursor, context);
  },
});

export const adminTrainingShow = defineCommand({
  name: 'admin training show',
  parameters: 'ID [--json]',
  summary: 'show one entry of this feedback with its texts',
  arguments: { id: 'ID' },
  options: REACH_OPTIONS,
  async run({ id }, values, context) {
    const node = adminNode(values, context);
    const path = `/training/${encodeURIComponent(id.replace(/@\d+$/, ''))}`;
    const candidate = readReply(candidateSchema, await node.get(path), node);
    if (values.json === true) return context.say(JSON.stringify(candidate));
    const { status, revision, rating, intent, action, message, answer, correction, replacement, note, reviewedBy, reviewedAt } = candidate;
    const facts = {
      id: `${candidate.id}@${revision}`,
      status: reviewedBy === null ? status : `${status}, by ${reviewedBy} at ${reviewedAt}`,
      rating,
      understood: `${intent ?? 'nothing'}, answered with ${action}`,
      ...{ message, answer, correction, replacement, note },
    };
    for (const [name, said] of Object.entries(facts)) if (said !== null) context.say(`${name.padEnd(11)}  ${shown(said)}`);
  },
});

export const adminTrainingExport = defineCommand({
  name: 'admin training export',
  parameters: '[--out FILE] [--json]',
  summary: 'write the approved feedback as lines of JSON in the chat format, without addresses, to a new file or standard output',
  arguments: {},
  options: { out: text('FILE', 'write to this new file instead of standard output'), ...REACH_OPTIONS },
  async run(_none, { out, ...values }, context) {
    if (values.json === true && out === undefined) throw new UsageError('--json requires --out; without it the output is JSON already');
    const chunks = await adminNode(values, context).stream('/training/export');
    const target = out === undefined ? process.stdout : createWriteStream(resolve(context.folder, out), { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(chunks), target, { end: out !== undefined });
    if (values.json === true) context.say(JSON.stringify({ file: out }));
  },
});

/** Removes characters that change how a terminal shows a text. The texts are messages that users have written. */
function shown(said: string): string {
  return said.replace(/\p{Cf}/gu, '').replace(/\s*\n\s*/g, ' / ');
}

function cut(said: string): string {
  const text = shown(said);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}
