/** One bar of a bar chart over time. */
export type Bar = {
  readonly key: string | number;
  readonly value: number;
  /** The failed part of `value`. It is drawn at the bottom of the bar, and the bar gets a mark on top. */
  readonly bad: number;
  /** A one-line description of the bar, shown when it is chosen. */
  readonly detail: string;
};
