import type { DeferredItem } from '../../operator/deferred/deferred-list.ts';
import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const YES = { ...YES_OPTION, ...PLACE_OPTIONS };

export const deferredList = defineCommand({
  name: 'deferred list',
  parameters: '[--json]',
  summary: 'list vault events that could not be processed, with the reason and the next retry, oldest first',
  arguments: {},
  options: PLACE_OPTIONS,
  async run(_none, values, context) {
    const { count, items } = await withOperations(values, context, (_actors, _types, deferred) => deferred.list());
    if (values.json === true) {
      context.say(JSON.stringify(items));
      return;
    }
    for (const line of table(['ID', 'WHAT', 'WHOSE', 'SINCE', 'TRIED', 'NEXT', 'WHY'], items.map(rowOf))) context.say(line);
    if (count > items.length) context.say(`${count - items.length} more.`);
  },
});

export const deferredRetry = defineCommand({
  name: 'deferred retry',
  parameters: 'ID [--yes] [--json]',
  summary: 'retry a vault event that could not be processed, within about a minute; asks for confirmation',
  arguments: { id: 'ID' },
  options: YES,
  async run({ id }, values, context) {
    const item = await withOperations(values, context, async (_actors, _types, deferred) => {
      await confirm(context, `Retry ${id}?`, values.yes === true);
      return await deferred.retry(id);
    });
    context.say(values.json === true ? JSON.stringify(item) : `${id} will be retried within about a minute.`);
  },
});

export const deferredDrop = defineCommand({
  name: 'deferred drop',
  parameters: 'ID --reason TEXT [--yes] [--json]',
  summary: 'delete a vault event that could not be processed, so that it is never processed; asks for confirmation',
  arguments: { id: 'ID' },
  options: { reason: text('TEXT', 'the reason for the action, kept in the record of operator actions'), ...YES },
  async run({ id }, values, context) {
    const { reason } = values;
    if (reason === undefined || reason === '') throw new UsageError('--reason is required; it is kept in the record of operator actions');
    const item = await withOperations(values, context, async (_actors, _types, deferred) => {
      await confirm(context, `Delete ${id}?`, values.yes === true);
      return await deferred.drop(id, reason);
    });
    context.say(values.json === true ? JSON.stringify(item) : `${id} was deleted and will not be processed.`);
  },
});

function rowOf({ id, kind, subject, firstAtMs, attempts, nextAttemptAtMs, lastError }: DeferredItem): string[] {
  const since = firstAtMs === null ? '-' : timeText(firstAtMs);
  return [id, kind, subject, since, String(attempts), timeText(nextAttemptAtMs), lastError];
}
