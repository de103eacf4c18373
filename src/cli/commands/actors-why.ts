import type { NextStep, Why } from '../../values/inspection/why.ts';
import { defineCommand } from '../command.ts';
import { actorNotFound, atNodeOrStore, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS } from '../options.ts';
import { table, timeText } from '../table.ts';

export const actorsWhy = defineCommand({
  name: 'actors why',
  parameters: 'ID [--json]',
  summary: 'explain what an actor waits for and why it has not acted; reads from the node that --url names, or else the settings',
  arguments: { id: 'ID' },
  options: PLACE_OPTIONS,
  async run({ id }, values, context) {
    // A running node is asked if possible, because an explanation usually needs prices and chain data, which only a node can read.
    const why = await withOperations(atNodeOrStore(values, context), context, (actors) => actors.why(id));
    if (why === null) throw actorNotFound(id);
    if (values.json === true) context.say(JSON.stringify(why));
    else for (const line of describe(why)) context.say(line);
  },
});

function describe({ code, sentence, details, nextAtMs, next }: Why): string[] {
  return [
    sentence,
    ...details.map((detail) => `  ${detail}`),
    '',
    `code          ${code}`,
    `next look     ${nextAtMs === null ? 'when an event from outside arrives' : `${timeText(nextAtMs)} at the latest`}`,
    ...(next.length === 0 ? [] : ['', ...table(['EVENT', 'FROM', 'LEADS TO', 'GUARD'], next.map(rowOf))]),
  ];
}

function rowOf({ event, from, targets, guard }: NextStep): string[] {
  return [event, from, targets.length === 0 ? '(stays)' : targets.join(' + '), guard ?? ''];
}
