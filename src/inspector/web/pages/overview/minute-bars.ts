import type { MinuteNote } from '../../../../values/inspection/overview.ts';
import { formatMinute, formatNumber, formatPlural } from '../../kit/format.ts';
import type { Bar } from './bar.ts';

export const MOST_MINUTES = 60;

export type MinuteSeries = { readonly name: string; readonly bars: readonly Bar[]; readonly sum: number };

const ERRORS = [
  ['stepErrors', 'of steps'],
  ['effectErrors', 'of effects'],
  ['refused', 'refused'],
  ['conflicts', 'conflicts'],
] as const;

/**
 * Converts the counts of each minute to three series of bars: commits (stored steps of actors), effects (side effects of actors) and
 * errors.
 */
export function minuteSeries(oldestFirst: readonly MinuteNote[]): readonly MinuteSeries[] {
  const minutes = oldestFirst.slice(-MOST_MINUTES);
  return [
    series(
      'Commits',
      minutes,
      ({ commits }) => commits,
      ({ commits }) => formatPlural(commits, 'commit'),
    ),
    series(
      'Effects',
      minutes,
      ({ effects }) => effects,
      ({ effects }) => `${formatPlural(effects, 'effect')} ended`,
    ),
    series('Errors', minutes, errorsOf, errorText, true),
  ];
}

function series(
  name: string,
  minutes: readonly MinuteNote[],
  countOf: (minute: MinuteNote) => number,
  textOf: (minute: MinuteNote) => string,
  isBad = false,
): MinuteSeries {
  const bars = minutes.map((minute): Bar => {
    const value = countOf(minute);
    return { key: minute.atMs, value, bad: isBad ? value : 0, detail: `${formatMinute(minute.atMs)}: ${textOf(minute)}` };
  });
  return { name, bars, sum: bars.reduce((sum, { value }) => sum + value, 0) };
}

function errorsOf({ stepErrors, effectErrors, refused, conflicts }: MinuteNote): number {
  return stepErrors + effectErrors + refused + conflicts;
}

function errorText(minute: MinuteNote): string {
  const parts = ERRORS.filter(([key]) => minute[key] > 0).map(([key, text]) => `${formatNumber(minute[key])} ${text}`);
  return parts.length === 0 ? 'no errors' : `errors: ${parts.join(', ')}`;
}
