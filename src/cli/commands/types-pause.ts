import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { withOperations } from '../operator/open-operations.ts';
import type { TypeState } from '../operator/type-operations.ts';
import { PLACE_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const YES = { ...YES_OPTION, ...PLACE_OPTIONS };

export const typesList = defineCommand({
  name: 'types list',
  parameters: '[--json]',
  summary: 'list the actor types; for a paused type also who paused it, and the reason',
  arguments: {},
  options: PLACE_OPTIONS,
  async run(_none, values, context) {
    const types = await withOperations(values, context, (_actors, operations) => operations.list());
    const states = types.map(({ type, pause }): TypeState => ({ type, pause }));
    if (values.json === true) context.say(JSON.stringify(states));
    else for (const line of table(['TYPE', 'PAUSED', 'BY', 'REASON'], states.map(rowOf))) context.say(line);
  },
});

export const typesPause = defineCommand({
  name: 'types pause',
  parameters: 'TYPE --reason TEXT [--yes] [--json]',
  summary: 'pause all actors of a type on all nodes: they are not woken and start no effects; asks for confirmation',
  arguments: { type: 'TYPE' },
  options: { reason: text('TEXT', 'the reason, shown to other operators'), ...YES },
  async run({ type }, values, context) {
    const { reason } = values;
    if (reason === undefined || reason === '') throw new UsageError('--reason is required; it is shown to other operators');
    const pause = await withOperations(values, context, async (_actors, types) => {
      await confirm(context, `Pause all actors of ${type}?`, values.yes === true);
      return await types.pause(type, reason);
    });
    context.say(values.json === true ? JSON.stringify(pause) : `${type} is paused. Running nodes apply the pause within a second.`);
  },
});

export const typesResume = defineCommand({
  name: 'types resume',
  parameters: 'TYPE [--yes] [--json]',
  summary: 'resume all actors of a paused type; asks for confirmation',
  arguments: { type: 'TYPE' },
  options: YES,
  async run({ type }, values, context) {
    const pause = await withOperations(values, context, async (_actors, types) => {
      await confirm(context, `Resume all actors of ${type}?`, values.yes === true);
      return await types.resume(type);
    });
    context.say(
      values.json === true ? JSON.stringify(pause) : `${type} is resumed. It had been paused by ${pause.by} since ${timeText(pause.atMs)}.`,
    );
  },
});

function rowOf({ type, pause }: TypeState): string[] {
  return [type, pause === null ? '-' : timeText(pause.atMs), pause?.by ?? '', pause?.reason ?? ''];
}
