/** One bar of a chart over time. */
export type Bar = {
  readonly key: string | number;
  readonly value: number;
  /** Part of `value` that went wrong, drawn from below and marked on top. */
  readonly bad: number;
  /** One line, shown for the bar that is pointed at and read out. */
  readonly detail: string;
};
