// The kinds of sections on an actor's page. The set is small and fixed, so that the same page code can show every actor type. The
// definition of each actor type creates its sections (see `InspectionSpec`). All sections are JSON values.

/** A section of an actor's page. Each section has its own title. */
export type Section = TableSection | StepsSection | BarsSection | SeriesSection | FactsSection;

type Titled = {
  readonly title: string;
  /** Text that is shown next to the section's title, such as a count. */
  readonly note?: Phrase;
};

/**
 * A section that shows a table. Example: `{ kind: 'table', title: 'Orders', of: 'orders', columns: [{ title: 'Time' }], rows: [[{ lines:
 * [[time(0)]] }]] }`.
 */
export type TableSection = Titled & {
  readonly kind: 'table';
  /** Plural noun for what the rows of the table are, such as `orders`. */
  readonly of: string;
  readonly columns: readonly TableColumn[];
  /** The rows of the table. Each has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Index of the row that a long table is scrolled to at first. By default, the first rows are shown. */
  readonly around?: number;
  /** Text that is shown instead of the table when it is empty. */
  readonly empty?: string;
};

/**
 * A column of a table. `holds` says what its cells contain. `name`: the row's name, in the first column. `number`: numbers, which are
 * right-aligned. `prose`: sentences, which wrap. By default, the cells contain words.
 */
export type TableColumn = { readonly title: string; readonly holds?: 'name' | 'number' | 'prose' };

/** A table cell: one or more lines, followed by notes in smaller type. A cell without lines means that the value is unknown. */
export type Cell = { readonly lines: readonly Phrase[]; readonly notes?: readonly Phrase[] };

/** A section that shows steps in order, such as the stages of a process or the orders of a schedule. */
export type StepsSection = Titled & {
  readonly kind: 'steps';
  /** Singular noun for one step of the section, such as `order`. */
  readonly of: string;
  readonly steps: readonly Step[];
  /** Number of further steps after the last shown step, which are left out. */
  readonly moreAfter?: number;
  /** Text that is shown when the section has no steps. */
  readonly empty?: string;
};

export type Step = {
  readonly name: string;
  readonly state: StepState;
  /** When the step was reached, or is planned to be reached (UTC ms); null when unknown. */
  readonly atMs: number | null;
  /** Number of steps directly before this step that are left out. */
  readonly moreBefore?: number;
};

export type StepState = 'done' | 'now' | 'next' | 'late' | 'failed' | 'later';

/**
 * A section that shows how much of each limit is used: `{ kind: 'bars', title: 'Limits', bars: [{ name: 'Buys', used: [text('2')], of:
 * [text('10')], share: 0.2 }] }`.
 */
export type BarsSection = Titled & { readonly kind: 'bars'; readonly bars: readonly Bar[] };

export type Bar = { readonly name: string; readonly used: Phrase; readonly of: Phrase; readonly share: number /** 0 to 1. */ };

/** A section with a chart of a value over time, with marks for events. */
export type SeriesSection = Titled & {
  readonly kind: 'series';
  /** Name of the charted value, for use within a sentence: `price of WETH`. */
  readonly name: string;
  /** Unit of the charted value: `dollars`. */
  readonly unit: string;
  /** The points of the chart, oldest first. Their values are exact decimal strings. */
  readonly points: readonly SeriesPoint[];
  /** Singular noun for the event that a mark on the chart shows, such as `fill`. */
  readonly markName: string;
  readonly marks: readonly SeriesMark[];
};

export type SeriesPoint = { readonly atMs: number; readonly value: string };

/** An event that is marked on the chart by an arrow. `points` is the direction in which the arrow points. */
export type SeriesMark = { readonly atMs: number; readonly points: 'up' | 'down'; readonly text: Phrase };

/**
 * A section of names with their values: `{ kind: 'facts', title: 'Route', facts: [{ name: 'Provider', value: { lines: [[text('lifi')]] } }]
 * }`.
 */
export type FactsSection = Titled & { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export type Fact = { readonly name: string; readonly value: Cell };

/** Values that are shown in one line, separated by spaces. */
export type Phrase = readonly Value[];

/** A value on an actor's page, together with its unit. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** A label that shows a status. `tone` determines its color. */
  | { readonly kind: 'badge'; readonly text: string; readonly tone: Tone }
  /** An amount in base units, as a decimal string. Decimals and symbol come from the tokens in the actor's details. */
  | { readonly kind: 'amount'; readonly amount: string; readonly token: string; readonly chainId: number }
  /** A token, shown by its symbol. */
  | { readonly kind: 'token'; readonly token: string; readonly chainId: number }
  /** UTC ms. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** A link to another actor, by its id. */
  | { readonly kind: 'actor'; readonly id: string }
  /** A link to a transaction at a block explorer, if the network has one. Without a name, the transaction's hash is shown. */
  | { readonly kind: 'transaction'; readonly chainId: number; readonly hash: string; readonly name?: string }
  /** An address, or another long identifier, which is shown shortened. */
  | { readonly kind: 'address'; readonly address: string };

/**
 * The tone of a label, shown as its color. `plain`: neutral; `accent`: in progress; `warn`: blocked; `bad`: an operator must fix a problem.
 */
export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';
