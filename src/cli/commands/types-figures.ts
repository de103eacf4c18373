import { typeFiguresSchema } from '../../operator/routes/type-figures-schema.ts';
import type { OutageNote } from '../../values/inspection/outage.ts';
import { failuresOf, retriesOf, slownessOf, type TypeFigure, type TypeFigures } from '../../values/inspection/type-figures.ts';
import { defineCommand } from '../command.ts';
import { named, nodeTitles, titlesInParts } from '../operator/actor-titles.ts';
import { operatorNode, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS } from '../options.ts';
import { table, timeText } from '../table.ts';

const HEADINGS = [
  'TYPE',
  'FAILED',
  'RETRIED',
  'POSTPONED',
  'QUARANTINED',
  'EFFECTS P95',
  'P50',
  'A MINUTE',
  'STEPS P95',
  'P50',
  'A MINUTE',
];

export const typesFigures = defineCommand({
  name: 'types figures',
  parameters: '[--url URL [--token T]] [--json]',
  summary: 'show how often and how fast the actors of each type worked on a running node in the last minutes, and how often they failed',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const node = operatorNode(values, context);
    const figures = readReply<TypeFigures>(typeFiguresSchema, await node.get('/types/figures'), node, 'figures of actor types');
    if (values.json === true) {
      context.say(JSON.stringify(figures));
      return;
    }
    const types = figures.types.toSorted((a, b) => failuresOf(b) - failuresOf(a) || slownessOf(b) - slownessOf(a));
    for (const line of table(HEADINGS, types.map(rowOf))) context.say(line);
    for (const outage of figures.outages) context.say(outageLine(outage));
    context.say(`Node ${figures.nodeId}, since ${timeText(figures.sinceMs)}.`);
    const titles = await titlesInParts(
      types.flatMap(({ lastError }) => lastError?.id ?? []),
      (ids) => nodeTitles(node, ids),
    );
    for (const { type, lastError } of types) {
      if (lastError === null) continue;
      context.say(
        `${type}: ${lastError.what} of ${named(lastError.id, titles)} failed at ${timeText(lastError.atMs)}: ${lastError.message}`,
      );
    }
  },
});

function rowOf(figure: TypeFigure): string[] {
  const { type, steps, effects, quarantines } = figure;
  return [
    ...[type, String(failuresOf(figure)), String(retriesOf(figure)), String(effects.postponed), String(quarantines)],
    ...[duration(effects.p95Ms), duration(effects.p50Ms), String(effects.perMinute)],
    ...[duration(steps.p95Ms), duration(steps.p50Ms), String(steps.perMinute)],
  ];
}

function outageLine({ cause, waits, actorsWaiting }: OutageNote): string {
  const count = actorsWaiting === null ? '' : ` Number of actors that wait: ${actorsWaiting.count}${actorsWaiting.isMore ? '+' : ''}.`;
  return `Outage: ${cause} ${waits}${count}`;
}

function duration(ms: number | null): string {
  if (ms === null) return '-';
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
