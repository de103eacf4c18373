import { median } from '../support/measure.ts';
import type { KillFinding } from './judge-kill.ts';
import type { RateResult } from './measure/load.ts';

/** Resources used by all processes of a system together, without the load generator. */
export type Use = {
  readonly residentBytes: number;
  readonly processorMsPerEvent: number;
};

export type RoundResult = RateResult &
  Use & {
    /** Fraction of time in which other work kept the cores busy, measured in the second before the round. */
    readonly busyBefore: number;
    /** Results of killing the system under load; null for a row in which nothing is killed. */
    readonly kill: KillFinding | null;
  };

export type PeerResult = {
  readonly name: string;
  readonly about: string;
  /** Why the system was not measured: the requirement that the machine lacks. Null when the rounds ran. */
  readonly blocked: string | null;
  /** Errors of the rounds of this system that failed. */
  readonly failures: readonly string[];
  readonly rounds: readonly RoundResult[];
};

export type Bar = { readonly name: string; readonly bar: string; readonly seen: string; readonly held: boolean | null };

export const OURS = 'Coxswain, SQLite, over HTTP';
export const RESTATE = 'Restate, XState adapter';
const TIMES_RESTATE = 10;

/** Rates of this runtime and of Restate, measured in alternating slices while both ran. */
export type Duel = readonly { readonly ours: number; readonly restate: number }[];

/** Evaluates the requirements of the benchmark. `held` is null for a requirement whose measurements are missing. */
export function judgeBars(results: readonly PeerResult[], duel: Duel): readonly Bar[] {
  const ratios = duel.map(({ ours, restate }) => ours / restate);
  const ratio = ratios.length === 0 ? null : median(ratios);
  const kills = results.filter(({ name }) => name.startsWith('Coxswain')).flatMap(({ rounds }) => rounds.flatMap(({ kill }) => kill ?? []));
  const wrong = kills.map(
    ({ lost, doubled, lostEffects, doubledEffects, unanswered }) => lost + doubled + lostEffects + doubledEffects + unanswered,
  );
  return [
    {
      name: `events/s of "${OURS}" over "${RESTATE}", slices in turns`,
      bar: `>= ${TIMES_RESTATE}`,
      seen: ratio === null ? 'not measured' : `${ratio.toFixed(1)} (${ratios.map((one) => one.toFixed(1)).join(', ')})`,
      held: ratio === null ? null : ratio >= TIMES_RESTATE,
    },
    {
      name: 'lost, doubled or unanswered by Coxswain over all kills',
      bar: '0',
      seen: kills.length === 0 ? 'not measured' : `${sum(wrong)} in ${kills.length} kills`,
      held: kills.length === 0 ? null : sum(wrong) === 0,
    },
  ];
}

export function renderTable(results: readonly PeerResult[]): string {
  const head = [
    '',
    'events/s',
    'p50 ms',
    'p99 ms',
    'CPU ms/event',
    'memory MB',
    'answers again s',
    'in hand s',
    'lost',
    'doubled',
    'lost eff.',
    'doubled eff.',
    'of',
  ];
  const rows = results.map(({ name, rounds, blocked }) => {
    if (blocked !== null) return [name, 'blocked'];
    if (rounds.length === 0) return [name, 'failed'];
    const of = (value: (round: RoundResult) => number) => median(rounds.map(value));
    const rates = rounds.map(({ perSecond }) => perSecond);
    const range = `${whole(median(rates))} (${whole(Math.min(...rates))} to ${whole(Math.max(...rates))})`;
    const kills = rounds.flatMap(({ kill }) => kill ?? []);
    const left = [
      name,
      range,
      of(({ p50Ms }) => p50Ms).toFixed(1),
      of(({ p99Ms }) => p99Ms).toFixed(1),
      of(({ processorMsPerEvent }) => processorMsPerEvent).toFixed(2),
      whole(of(({ residentBytes }) => residentBytes) / 1e6),
    ];
    if (kills.length === 0) return [...left, '-', '-', '-', '-', '-', '-', '-'];
    const total = (value: (kill: KillFinding) => number) => whole(sum(kills.map(value)));
    return [
      ...left,
      seconds(kills.map(({ recoveryMs }) => recoveryMs)),
      seconds(kills.map(({ inHandMs }) => inHandMs)),
      total(({ lost }) => lost),
      total(({ doubled }) => doubled),
      total(({ lostEffects }) => lostEffects),
      total(({ doubledEffects }) => doubledEffects),
      total(({ acknowledged }) => acknowledged),
    ];
  });
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line.length > 2 || column === 0 ? (line[column] ?? '').length : 0))),
  );
  return lines
    .map((line) => line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
    .join('\n');
}

/**
 * Formats the median and, in brackets, the worst value in seconds. After a kill without any later reply there is no value, so the result is
 * `never`.
 */
function seconds(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return 'never';
  return `${(median(known) / 1_000).toFixed(1)} (${(Math.max(...known) / 1_000).toFixed(1)})`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
