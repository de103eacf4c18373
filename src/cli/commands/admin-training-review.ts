import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';
import { defineCommand } from '../command.ts';
import { adminNode } from '../operator/admin-node.ts';
import { confirm } from '../operator/confirm.ts';
import { type Reach, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const bulkSchema = v.object({
  updated: v.number(),
  results: v.array(v.looseObject({ id: v.string(), outcome: v.string(), message: v.nullable(v.string()) })),
});

const OPTIONS = { note: text('TEXT', 'a note for other reviewers'), ...YES_OPTION, ...REACH_OPTIONS };

export const adminTrainingApprove = defineCommand({
  name: 'admin training approve',
  parameters: 'ID [ID...] [--replacement TEXT] [--note TEXT] [--yes] [--json]',
  summary: 'approve feedback entries as training data: as they were listed (ID@REVISION), or as they are now (ID); asks for confirmation',
  arguments: { id: 'ID', more: '[ID...]' },
  options: { replacement: text('TEXT', 'the answer to learn in place of the given answer; only with a single ID'), ...OPTIONS },
  async run({ id, more }, { replacement, note, ...values }, context) {
    if (replacement === undefined) return await review('approved', [id, ...more], note, values, context);
    if (more.length > 0) throw new UsageError('--replacement is accepted only with a single ID');
    const node = adminNode(values, context);
    await confirm(context, 'Approve it with this answer?', values.yes === true);
    const { id: own, ...revision } = reviewedOf(id);
    const body = { status: 'approved', replacement, ...revision, ...(note === undefined ? {} : { note }) };
    const candidate = await node.patch(`/training/${encodeURIComponent(own)}`, body);
    context.say(values.json === true ? JSON.stringify(candidate) : `${own}: approved`);
  },
});

export const adminTrainingReject = defineCommand({
  name: 'admin training reject',
  parameters: 'ID [ID...] [--note TEXT] [--yes] [--json]',
  summary: 'reject feedback entries, so that they are never exported; asks for confirmation',
  arguments: { id: 'ID', more: '[ID...]' },
  options: OPTIONS,
  run: async ({ id, more }, { note, ...values }, context) => await review('rejected', [id, ...more], note, values, context),
});

async function review(
  status: 'approved' | 'rejected',
  ids: readonly string[],
  note: string | undefined,
  values: Reach & { readonly yes?: boolean | undefined },
  context: CommandContext,
): Promise<void> {
  const reviewed = ids.map(reviewedOf);
  const node = adminNode(values, context);
  const what = ids.length === 1 ? `${ids[0]}` : `${ids.length} candidates`;
  await confirm(context, `${status === 'approved' ? 'Approve' : 'Reject'} ${what}?`, values.yes === true);
  const body = { ids: reviewed, status, ...(note === undefined ? {} : { note }) };
  const reply = readReply(bulkSchema, await node.post('/training/bulk', body), node);
  if (values.json === true) context.say(JSON.stringify(reply));
  else for (const { id, outcome, message } of reply.results) context.say(`${id}: ${outcome === 'done' ? status : `refused: ${message}`}`);
  const refused = ids.length - reply.updated;
  if (refused > 0) throw new TerminalError({ code: 'not-all-done', message: `Reviews that were refused: ${refused} of ${ids.length}.` });
}

/** Parses the argument `ID` or `ID@REVISION`, which names the training message to review. @throws UsageError */
function reviewedOf(text: string): { readonly id: string; readonly revision?: number } {
  const at = text.indexOf('@');
  return at === -1 ? { id: text } : { id: text.slice(0, at), revision: wholeNumber('REVISION', text.slice(at + 1), 1) };
}
