/** One bar of a chart over time. */
export type Bar = {
  readonly key: string | number;
  readonly value: number;
  /** The failed part of `value`, drawn at the bottom of the bar and marked on top. */
  readonly bad: number;
  /** A one-line description of the bar, shown when it is chosen. */
  readonly detail: string;
};
