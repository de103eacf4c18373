import type { Counter, Gauge, Histogram, MetricDescription } from './metrics.ts';

/**
 * One line of the metrics output. `metricName` is only set when it differs from the family's name (suffix `_bucket`, `_sum` or `_count`).
 */
export type Sample = { readonly metricName?: string; readonly labels: Readonly<Record<string, string>>; readonly value: number };

export type KeptFamily<Metric> = {
  readonly description: MetricDescription;
  /** Returns the series with these label values. A metric family has at most `MOST_LABELS` labels. */
  readonly of: (...values: readonly string[]) => Metric;
  readonly samples: () => Sample[];
};

/** A single series of a metric family, and a function that reads its current samples. */
type Series<Metric> = { readonly metric: Metric; readonly read: (labels: Readonly<Record<string, string>>) => readonly Sample[] };

/** The maximum number of series of one family. Further label values are counted together as `other`. */
const MOST_SERIES = 2_000;
const OTHER = 'other';
/** Maximum number of labels of a metric family. Because the number of parameters is fixed, no array has to be created for each look-up. */
const MOST_LABELS = 3;

type Leaf<Metric> = { readonly values: readonly string[]; readonly series: Series<Metric> };
type Level<Metric> = Map<string, Map<string, Map<string, Leaf<Metric>>>>;

/**
 * Creates the series of a family. prom-client's own metrics build a string from the labels at each count; these series use plain numbers,
 * and prom-client only formats the output.
 */
export function createFamily<Metric>(description: MetricDescription, createSeries: () => Series<Metric>): KeptFamily<Metric> {
  const { labels, name } = description;
  if (labels.length > MOST_LABELS) throw new TypeError(`${name} has ${labels.length} labels; ${MOST_LABELS} are possible`);
  const level: Level<Metric> = new Map();
  const leaves: Leaf<Metric>[] = [];

  function add(first: string, second: string, third: string): Metric {
    const values = [first, second, third].slice(0, labels.length);
    const isFull = leaves.length >= MOST_SERIES && values.some((value) => value !== OTHER);
    if (isFull) return of(...values.map(() => OTHER));
    const leaf = { values, series: createSeries() };
    leaves.push(leaf);
    const seconds = level.get(first) ?? new Map<string, Map<string, Leaf<Metric>>>();
    level.set(first, seconds);
    const thirds = seconds.get(second) ?? new Map<string, Leaf<Metric>>();
    seconds.set(second, thirds);
    thirds.set(third, leaf);
    return leaf.series.metric;
  }

  function of(first = '', second = '', third = ''): Metric {
    return level.get(first)?.get(second)?.get(third)?.series.metric ?? add(first, second, third);
  }

  // A family without labels exports its only series from the start. If the series appeared only with its first increase, Prometheus would
  // not count that increase in a rate.
  if (labels.length === 0) of();
  return {
    description,
    of,
    samples: () =>
      leaves.flatMap(({ values, series }) => series.read(Object.fromEntries(labels.map((label, i) => [label, values[i] ?? ''])))),
  };
}

export function createCounterSeries(): Series<Counter> {
  let total = 0;
  return {
    metric: {
      inc(by = 1) {
        total += by;
      },
      follow(other) {
        total = other;
      },
    },
    read: (labels) => [{ labels, value: total }],
  };
}

export function createGaugeSeries(): Series<Gauge> {
  let value = 0;
  return {
    metric: {
      set(to) {
        value = to;
      },
      add(by) {
        value += by;
      },
    },
    read: (labels) => [{ labels, value }],
  };
}

export function createHistogramSeries(name: string, buckets: readonly number[]): () => Series<Histogram> {
  return () => {
    const counts = new Float64Array(buckets.length + 1);
    let sum = 0;
    return {
      metric: {
        observe(value) {
          let i = 0;
          while (i < buckets.length && value > (buckets[i] ?? 0)) i += 1;
          counts[i] = (counts[i] ?? 0) + 1;
          sum += value;
        },
      },
      read(labels) {
        let count = 0;
        const samples = [...counts].map((each, i): Sample => {
          count += each;
          return {
            metricName: `${name}_bucket`,
            labels: { ...labels, le: i < buckets.length ? String(buckets[i]) : '+Inf' },
            value: count,
          };
        });
        return [...samples, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: count }];
      },
    };
  };
}
