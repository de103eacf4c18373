import { Counter, Gauge, Histogram, type OpenMetricsContentType, type PrometheusContentType, Registry } from 'prom-client';
import type { FamilySpec } from './families.ts';
import { createCounterSeries, createFamily, createGaugeSeries, createHistogramSeries, type KeptFamily } from './metric-family.ts';
import type { MetricDescription, Metrics, MetricsFormat } from './metrics.ts';

/**
 * Creates the metrics of a running service. prom-client checks the names and formats the output, in both formats.
 * @param declared the families that are permitted
 */
export function createPromMetrics(declared: readonly FamilySpec[]): Metrics {
  const names = new Set(declared.map(({ name }) => name));
  const prometheus = new Registry<PrometheusContentType>();
  const openmetrics = new Registry<OpenMetricsContentType>();
  openmetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const described: MetricDescription[] = [];
  const readers: (() => void)[] = [];

  function register<Metric>(family: KeptFamily<Metric>): KeptFamily<Metric> {
    const { name: own } = family.description;
    if (!names.has(own)) throw new Error(`The metric ${own} is counted, but no module declares it`);
    described.push(family.description);
    show(prometheus, family, family.description.name);
    // In OpenMetrics, a counter's family name has no `_total`; prom-client appends it to each sample.
    const { name, type } = family.description;
    show(openmetrics, family, type === 'counter' ? name.replace(/_total$/, '') : name);
    return family;
  }

  return {
    counter: (spec) => register(createFamily(spec, createCounterSeries)),
    gauge: (spec) => register(createFamily(spec, createGaugeSeries)),
    histogram: (spec) => register(createFamily(spec, createHistogramSeries(spec.name, spec.buckets))),
    beforeReading: (read) => {
      readers.push(read);
    },
    described: () => described,
    async render(format: MetricsFormat) {
      for (const read of readers) read();
      const registry = format === 'openmetrics' ? openmetrics : prometheus;
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

type AnyRegistry = Registry<PrometheusContentType> | Registry<OpenMetricsContentType>;

/** Registers a metric with prom-client. At each export, prom-client then reads the values of our own family. */
function show(registry: AnyRegistry, { description, samples }: KeptFamily<unknown>, name: string): void {
  const { type, help, labels } = description;
  const configuration = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'counter') {
    const metric = new Counter(configuration);
    const own = metric.get.bind(metric);
    metric.get = async () => ({ ...(await own()), name, values: samples() });
  } else if (type === 'gauge') {
    const metric = new Gauge(configuration);
    const own = metric.get.bind(metric);
    metric.get = async () => ({ ...(await own()), values: samples() });
  } else {
    // The registry reads histograms by a method that is missing in prom-client's types.
    const getForPromString = async () => ({ name, help, type, values: samples() });
    Object.assign(new Histogram(configuration), { getForPromString });
  }
}
