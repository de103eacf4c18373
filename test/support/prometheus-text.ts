/** A metric family with its samples, as parsed from the text format. */
export type ParsedFamily = {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ParsedSample[];
};
export type ParsedSample = { readonly name: string; readonly labels: ReadonlyMap<string, string>; readonly value: number };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const VALUE = /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]Inf|NaN)$/;

/**
 * Parses version 0.0.4 of Prometheus' text format, and accepts only what its description allows: HELP and TYPE once and before a family's
 * samples; the samples of a family without interruption; label values quoted and escaped; no series twice; histograms with ascending,
 * cumulative buckets, `+Inf`, a sum and a count.
 * @throws Error with the problem and its line
 */
export function parsePrometheusText(text: string): ReadonlyMap<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line feed');
  const families = new Map<string, { name: string; type: string; help: string; samples: ParsedSample[] }>();
  let current: { name: string; type: string; help: string; samples: ParsedSample[] } | null = null;
  for (const [i, line] of text.slice(0, -1).split('\n').entries()) {
    const fail = (why: string): never => {
      throw new Error(`line ${i + 1}: ${why}: ${line}`);
    };
    if (line === '') continue;
    if (line.startsWith('# HELP ')) {
      const [, name = '', help = ''] = /^# HELP (\S+) (.+)$/.exec(line) ?? fail('no name and text after HELP');
      if (!NAME.test(name)) fail('not a metric name');
      if (families.has(name)) fail('told twice');
      current = { name, type: '', help, samples: [] };
      families.set(name, current);
    } else if (line.startsWith('# TYPE ')) {
      const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? fail('no name and type after TYPE');
      if (current === null || current.name !== name || current.type !== '') fail('a type that does not follow its help');
      if (!TYPES.includes(type)) fail('not a type');
      if (current !== null) current.type = type;
    } else if (line.startsWith('#')) fail('a comment that is neither help nor type');
    else {
      const sample = parseSample(line, fail);
      if (current === null || current.type === '' || !isOf(sample.name, current)) fail('a sample that is not under its family');
      current?.samples.push(sample);
    }
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function parseSample(line: string, fail: (why: string) => never): ParsedSample {
  const [, name = '', inner, value = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? fail('not a sample');
  if (!NAME.test(name)) fail('not a metric name');
  if (!VALUE.test(value)) fail('not a number');
  return { name, labels: inner === undefined ? new Map() : parseLabels(inner, fail), value: numberOf(value) };
}

function parseLabels(text: string, fail: (why: string) => never): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const [whole = '', name = '', value = ''] = /^([^=]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/.exec(rest) ?? fail('not a label');
    if (!LABEL.test(name) || name.startsWith('__')) fail('not a label name');
    if (labels.has(name)) fail('a label twice');
    labels.set(
      name,
      value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    );
    rest = rest.slice(whole.length);
  }
  return labels;
}

function isOf(sample: string, { name, type }: { name: string; type: string }): boolean {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample) : sample === name;
}

function checkFamily(family: ParsedFamily): void {
  const fail = (why: string): never => {
    throw new Error(`${family.name}: ${why}`);
  };
  if (family.type === '') fail('has no type');
  const seen = new Set<string>();
  for (const { name, labels, value } of family.samples) {
    const key = seriesKey(name, labels);
    if (seen.has(key)) fail(`the series ${key} is there twice`);
    seen.add(key);
    if (family.type === 'counter' && !(value >= 0)) fail('a counter below 0');
  }
  if (family.type === 'histogram') checkHistogram(family, fail);
}

function checkHistogram({ name, samples }: ParsedFamily, fail: (why: string) => never): void {
  const groups = new Map<string, ParsedSample[]>();
  for (const sample of samples) {
    const others = new Map([...sample.labels].filter(([label]) => label !== 'le'));
    const key = seriesKey('', others);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => numberOf(labels.get('le') ?? ''));
    const counts = buckets.map(({ value }) => value);
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) fail('has no +Inf bucket at its end');
    if (bounds.some((bound, i) => Number.isNaN(bound) || (i > 0 && bound <= (bounds[i - 1] ?? bound)))) fail('buckets do not ascend');
    if (counts.some((count, i) => i > 0 && count < (counts[i - 1] ?? 0))) fail('buckets are not cumulative');
    const count = group.find((sample) => sample.name === `${name}_count`);
    if (count === undefined || !group.some((sample) => sample.name === `${name}_sum`)) fail('has no sum or no count');
    if (count?.value !== counts.at(-1)) fail('the count is not that of +Inf');
  }
}

function seriesKey(name: string, labels: ReadonlyMap<string, string>): string {
  return JSON.stringify([name, ...[...labels].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  return text === '' ? Number.NaN : Number(text);
}
