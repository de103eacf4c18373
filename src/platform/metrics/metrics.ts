import type { CounterSpec, FamilySpec, GaugeSpec, HistogramSpec } from './families.ts';

/**
 * Metrics of the process, for Prometheus. Every adapter ensures these invariants:
 * 1. Counting is cheap enough for the most frequent code: no wait, no allocation, no throw.
 * 2. Label values come from bounded sets (types, names, outcomes, route patterns, chains), never ids or wallets. A family that still
 * exceeds its limit counts further values under `other`, so that a mistake cannot fill the memory of the process and of Prometheus.
 * 3. A counter never decreases during the process's lifetime.
 */
export type Metrics = {
  /**
   * Returns the counter of a metric family. @throws Error for a family that no module declares (see `metrics` of `src/module/module.ts`);
   * `gauge` and `histogram` throw the same error
   */
  counter<Labels extends readonly string[]>(spec: CounterSpec<Labels>): Family<Counter, Labels>;
  gauge<Labels extends readonly string[]>(spec: GaugeSpec<Labels>): Family<Gauge, Labels>;
  histogram<Labels extends readonly string[]>(spec: HistogramSpec<Labels>): Family<Histogram, Labels>;
  /**
   * Registers a function that is called before each export, for numbers that are stored elsewhere. The function must return immediately.
   */
  beforeReading(read: () => void): void;
  /** Describes all metric families requested so far, in the order of the requests. */
  described(): readonly MetricDescription[];
  render(format: MetricsFormat): Promise<{ readonly text: string; readonly contentType: string }>;
};

export type MetricsFormat = 'prometheus' | 'openmetrics';

/** A metric family: one metric name with labels. Each combination of label values is a series of its own. */
export type Family<Metric, Labels extends readonly string[]> = {
  /**
   * Returns the series with these label values, in the order of the labels. For the same values, it is always the same object, so code that
   * counts often may store the object.
   */
  of(...values: { readonly [Label in keyof Labels]: string }): Metric;
};

export type Counter = {
  /** Adds to the counter. @param by default 1; not below 0 */
  inc(by?: number): void;
  /** Sets the counter to a total that is counted elsewhere. The total must never decrease. */
  follow(total: number): void;
};

export type Gauge = {
  set(value: number): void;
  add(by: number): void;
};

export type Histogram = { observe(value: number): void };

export type MetricDescription = FamilySpec<'counter' | 'gauge' | 'histogram'>;
