import type { DayReport, PartFigures } from './strangers-day.ts';
import { latencyOf } from './strangers-day.ts';

const MB = 1e6;
const mb = (bytes: number): string => (bytes / MB).toFixed(1);

/** Prints one line of the table when a part of the simulated day ends. */
export function printPart(part: PartFigures): void {
  const { untilMinute, hasStrangers, rows, honestMs } = part;
  if (untilMinute <= 60)
    console.log(
      'until   strangers  MB grown  MB bound  MB log  served  refused  rows (records trades orders sentences accounts)  honest p50, p95 ms',
    );
  const { p50Ms, p95Ms } = latencyOf(honestMs);
  const columns = [
    `${(untilMinute / 60).toFixed(1)} h`.padEnd(7),
    (hasStrangers ? 'yes' : 'no').padEnd(10),
    ...[mb(part.grownBytes), mb(part.boundBytes)].map((text) => text.padStart(8)),
    mb(part.logBytes).padStart(8),
    ...[part.done, part.limited].map((count) => String(count).padStart(7)),
    ` ${Object.values(rows).join(' ')}`.padEnd(40),
    `${p50Ms.toFixed(2)}, ${p95Ms.toFixed(2)}`,
    `in ${part.realSeconds.toFixed(0)} s`,
  ];
  console.log(columns.join(' '));
}

export function describeDay({ calm, flooded, beforeClearing, afterClearing }: DayReport): readonly string[] {
  const line = (name: string, { asked, p50Ms, p95Ms }: DayReport['calm']) =>
    `${name}: ${asked} honest requests, p50 ${p50Ms.toFixed(2)} ms, p95 ${p95Ms.toFixed(2)} ms`;
  return [
    line('without strangers', calm),
    line('with strangers', flooded),
    `ratio of the medians ${(flooded.p50Ms / calm.p50Ms).toFixed(2)}, of p95 ${(flooded.p95Ms / calm.p95Ms).toFixed(2)}`,
    `rows at the end of the day: ${JSON.stringify(beforeClearing)}`,
    `rows when their time was over: ${JSON.stringify(afterClearing)}`,
  ];
}
