import type { CounterSpec, FamilySpec, GaugeSpec, HistogramSpec } from './families.ts';

/**
 * Metrics of the process, for Prometheus. Every adapter ensures these invariants:
 * 1. Counting is cheap enough for the most frequent code: no wait, no allocation, no throw.
 * 2. Label values come from bounded sets (types, names, outcomes, route patterns, chains), never ids or wallets. A family that still
 * exceeds its limit counts further values under `other`: a mistake costs a label, not the memory of the process and of Prometheus.
 * 3. A counter never decreases during the process's lifetime.
 */
export type Metrics = {
  /** @throws Error, like the other two methods, for a family that no module declares: see `metrics` of `src/module/module.ts` */
  counter<Labels extends readonly string[]>(spec: CounterSpec<Labels>): Family<Counter, Labels>;
  gauge<Labels extends readonly string[]>(spec: GaugeSpec<Labels>): Family<Gauge, Labels>;
  histogram<Labels extends readonly string[]>(spec: HistogramSpec<Labels>): Family<Histogram, Labels>;
  /** Calls `read` before each export, for numbers that are stored elsewhere. It must return immediately. */
  beforeReading(read: () => void): void;
  /** All families requested so far, in the order of the requests. */
  described(): readonly MetricDescription[];
  render(format: MetricsFormat): Promise<{ readonly text: string; readonly contentType: string }>;
};

export type MetricsFormat = 'prometheus' | 'openmetrics';

/** One metric name; each combination of label values is its own series. */
export type Family<Metric, Labels extends readonly string[]> = {
  /** Returns the series for these label values, in the order of the labels. The series object is stable, so frequent users may keep it. */
  of(...values: { readonly [Label in keyof Labels]: string }): Metric;
};

export type Counter = {
  /** Adds to the counter. @param by default 1; not below 0 */
  inc(by?: number): void;
  /** Sets the counter to a total that is counted elsewhere. The total must not decrease. */
  follow(total: number): void;
};

export type Gauge = {
  set(value: number): void;
  add(by: number): void;
};

export type Histogram = { observe(value: number): void };

export type MetricDescription = FamilySpec<'counter' | 'gauge' | 'histogram'>;
