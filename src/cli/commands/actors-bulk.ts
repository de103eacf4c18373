import type { BulkAct, BulkEvent } from '../../runtime/operator/bulk.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import type { ActorOperations, BulkOptions } from '../operator/actor-operations.ts';
import { named, titlesUnlessJson } from '../operator/actor-titles.ts';
import { confirm } from '../operator/confirm.ts';
import { stderrProgress } from '../operator/count-progress.ts';
import { actorFilter, FILTER_OPTIONS, FILTER_PARAMETERS } from '../operator/filter-options.ts';
import { withOperations } from '../operator/open-operations.ts';
import { readEvent } from '../operator/read-event.ts';
import { readTime } from '../operator/read-time.ts';
import { flag, PLACE_OPTIONS, text, YES_OPTION } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  ...FILTER_OPTIONS,
  all: flag('select every actor'),
  event: text('EVENT', 'the event to send (only with send), as a name or as JSON'),
  before: text('TIME', 'restore the state at this time (only with restore), such as 2026-11-28T12:00:00Z, or UTC ms'),
  reason: text('TEXT', 'the reason for the action, kept in the record of operator actions'),
  limit: text('N', 'change at most N actors'),
  'dry-run': flag('only show what would be done, and change nothing'),
  ...YES_OPTION,
  ...PLACE_OPTIONS,
};

type End = Extract<BulkEvent, { kind: 'end' }>;
type Failure = Extract<BulkEvent, { kind: 'failure' }>;
type Done = { readonly end: End; readonly failures: readonly Failure[] };

export const actorsBulk = defineCommand({
  name: 'actors bulk',
  parameters: `tick | release | retry | send --event EVENT | restore --before TIME; ${FILTER_PARAMETERS} | --all; [--limit N] [--reason TEXT] [--dry-run] [--yes] [--json]`,
  summary: 'apply one action to all actors that match a filter; shows a preview and asks for confirmation',
  arguments: { act: 'ACT' },
  options: OPTIONS,
  async run({ act: name }, values, context) {
    const act = actOf(name, values);
    const filter = actorFilter(values);
    const isEmpty = Object.keys(filter).length === 0;
    if (isEmpty !== (values.all === true))
      throw new UsageError(
        isEmpty ? 'a filter (such as --type) is required, or --all for every actor' : 'a filter and --all cannot be given together',
      );
    const options = {
      ...{ act, filter, reason: values.reason ?? null },
      ...(values.limit === undefined ? {} : { limit: wholeNumber('--limit', values.limit, 1) }),
    };
    const json = values.json === true;
    const { end, failures, titles } = await withOperations(values, context, async (actors) => {
      const titled = async (done: Done) => ({ ...done, titles: await titlesUnlessJson(actors, idsOf(done), values) });
      const dry = await titled(await run(actors, { ...options, isDryRun: true }));
      if (values['dry-run'] === true) return dry;
      if (dry.end.done + dry.end.failed === 0) return dry;
      if (!json) for (const line of describe(dry, act.kind)) process.stderr.write(`${line}\n`);
      await confirm(context, `Apply the action to these ${dry.end.done} actors?`, values.yes === true);
      return await titled(await run(actors, { ...options, isDryRun: false }));
    });
    if (json) context.say(JSON.stringify({ ...end, failures }));
    else for (const line of describe({ end, failures, titles }, act.kind)) context.say(line);
    if (end.failed === 0 && !end.isStopped) return;
    const message = end.isStopped
      ? 'The action was cancelled before all actors were processed.'
      : `The action failed for ${end.failed} of ${end.seen} actors.`;
    throw new TerminalError({ code: 'not-all-done', message });
  },
});

async function run(actors: ActorOperations, options: BulkOptions): Promise<Done> {
  const failures: Failure[] = [];
  const progress = stderrProgress('actors');
  let seen = 0;
  let end: End | null = null;
  try {
    for await (const event of actors.bulk(options)) {
      if (event.kind === 'failure') failures.push(event);
      else {
        progress.add(event.seen - seen);
        seen = event.seen;
      }
      if (event.kind === 'end') end = event;
    }
  } finally {
    progress.end();
  }
  if (end === null)
    throw new TerminalError({ code: 'reply-broken-off', message: 'The connection ended before all actors were processed.' });
  return { end, failures };
}

function idsOf({ end, failures }: Done): string[] {
  return [...end.samples, ...failures].map(({ id }) => id);
}

function describe({ end, failures, titles }: Done & { readonly titles: ReadonlyMap<string, string> }, act: string): string[] {
  const { seen, done, skipped, failed, isDryRun, hasMore, samples } = end;
  const would = isDryRun ? 'would be done' : 'done';
  const more = done > samples.length ? [`... and ${done - samples.length} more`] : [];
  return [
    ...(isDryRun ? [...samples.map(({ id, what }) => `${act} ${named(id, titles)}: ${what}`), ...more] : []),
    ...failures.map(({ id, message }) => `${named(id, titles)}: ${message}`),
    `${seen} actors examined: ${done} ${would}, ${skipped} needed no change, ${failed} failed.${hasMore ? ' More actors match beyond the limit.' : ''}`,
  ];
}

function actOf(name: string, { event, before }: { readonly event?: string | undefined; readonly before?: string | undefined }): BulkAct {
  if (event !== undefined && name !== 'send') throw new UsageError('--event is accepted only with the action send');
  if (before !== undefined && name !== 'restore') throw new UsageError('--before is accepted only with the action restore');
  switch (name) {
    case 'tick':
    case 'release':
    case 'retry':
      return { kind: name };
    case 'send':
      if (event === undefined) throw new UsageError('send needs --event');
      return { kind: name, event: readEvent(event) };
    case 'restore':
      if (before === undefined) throw new UsageError('restore needs --before');
      return { kind: name, beforeMs: readTime('--before', before) };
    default:
      throw new UsageError(`unknown action ${JSON.stringify(name)}; accepted: tick, release, retry, send, restore`);
  }
}
