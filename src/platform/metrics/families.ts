/**
 * Declares a metric family. Code that counts refers to the family by the declared value, and the list of all families is built from these
 * values.
 */
export type FamilySpec<Type extends string = string, Labels extends readonly string[] = readonly string[]> = {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  readonly labels: Labels;
};

export type CounterSpec<Labels extends readonly string[]> = FamilySpec<'counter', Labels>;
export type GaugeSpec<Labels extends readonly string[]> = FamilySpec<'gauge', Labels>;
export type HistogramSpec<Labels extends readonly string[]> = FamilySpec<'histogram', Labels> & {
  /** Upper bounds of the buckets, ascending, in the unit at the end of the metric's name; `+Inf` is added automatically. */
  readonly buckets: readonly number[];
};

export function counterOf<const Labels extends readonly string[]>(name: string, help: string, labels: Labels): CounterSpec<Labels> {
  return { name, type: 'counter', help, labels };
}

export function gaugeOf<const Labels extends readonly string[]>(name: string, help: string, labels: Labels): GaugeSpec<Labels> {
  return { name, type: 'gauge', help, labels };
}

export function histogramOf<const Labels extends readonly string[]>(
  name: string,
  help: string,
  labels: Labels,
  buckets: readonly number[],
): HistogramSpec<Labels> {
  return { name, type: 'histogram', help, labels, buckets };
}

/** Returns the metric families of one group as a list, from which the list of all metric families is built. */
export function familiesOf(group: { readonly [name: string]: FamilySpec }): readonly FamilySpec[] {
  return Object.values(group);
}
