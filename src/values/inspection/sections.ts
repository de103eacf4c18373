// The sections that an actor can show: a small closed vocabulary, so that one page shows every type. A definition creates them (see
// `InspectionSpec`), and the page needs no code for a type. All sections are JSON.

/** A part of an actor's page, with its own title. */
export type Section = TableSection | StepsSection | BarsSection | SeriesSection | FactsSection;

type Titled = {
  readonly title: string;
  /** Shown beside the title: a count, or what the reader must know first. */
  readonly note?: Phrase;
};

/** A table: `{ kind: 'table', title: 'Orders', of: 'orders', columns: [{ title: 'Time' }], rows: [[{ lines: [[time(0)]] }]] }`. */
export type TableSection = Titled & {
  readonly kind: 'table';
  /** Noun for its rows, in the plural. */
  readonly of: string;
  readonly columns: readonly TableColumn[];
  /** A cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Index of the row around which a long table is first shown. Default: its first rows. */
  readonly around?: number;
  /** Text shown instead of a table without rows. */
  readonly empty?: string;
};

/**
 * The role of a column. `name`: identifies the row, first column. `number`: right-aligned. `prose`: sentences, which wrap. Default: words.
 */
export type TableColumn = { readonly title: string; readonly holds?: 'name' | 'number' | 'prose' };

/** Lines below each other, followed by smaller notes. No lines: the value is unknown. */
export type Cell = { readonly lines: readonly Phrase[]; readonly notes?: readonly Phrase[] };

/** Steps in order: a few stages, or a schedule with very many. */
export type StepsSection = Titled & {
  readonly kind: 'steps';
  /** Noun for a step, in the singular. */
  readonly of: string;
  readonly steps: readonly Step[];
  /** Number of omitted steps after the last one. */
  readonly moreAfter?: number;
  /** Text shown when there are no steps. */
  readonly empty?: string;
};

export type Step = {
  readonly name: string;
  readonly state: StepState;
  /** When it was reached, or is planned (UTC ms); null: unknown. */
  readonly atMs: number | null;
  /** Number of omitted steps before this one. */
  readonly moreBefore?: number;
};

export type StepState = 'done' | 'now' | 'next' | 'late' | 'failed' | 'later';

/**
 * Used shares of limits: `{ kind: 'bars', title: 'Limits', bars: [{ name: 'Buys', used: [text('2')], of: [text('10')], share: 0.2 }] }`.
 */
export type BarsSection = Titled & { readonly kind: 'bars'; readonly bars: readonly Bar[] };

export type Bar = { readonly name: string; readonly used: Phrase; readonly of: Phrase; readonly share: number /** 0 to 1. */ };

/** A value over time, with marks for events. */
export type SeriesSection = Titled & {
  readonly kind: 'series';
  /** Name of the value for use in a sentence: `price of WETH`. */
  readonly name: string;
  /** Unit of the value: `dollars`. */
  readonly unit: string;
  /** Oldest first; exact decimal text. */
  readonly points: readonly SeriesPoint[];
  /** Noun for a mark, in the singular: `fill`. */
  readonly markName: string;
  readonly marks: readonly SeriesMark[];
};

export type SeriesPoint = { readonly atMs: number; readonly value: string };

/** An event on the chart. `points`: the direction of its arrow. */
export type SeriesMark = { readonly atMs: number; readonly points: 'up' | 'down'; readonly text: Phrase };

/** Names with their values: `{ kind: 'facts', title: 'Route', facts: [{ name: 'Provider', value: { lines: [[text('lifi')]] } }] }`. */
export type FactsSection = Titled & { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export type Fact = { readonly name: string; readonly value: Cell };

/** Values of one line, separated by spaces. */
export type Phrase = readonly Value[];

/** A value with its unit. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** A status word; the tone says how important it is. */
  | { readonly kind: 'badge'; readonly text: string; readonly tone: Tone }
  /** Base units as decimal text; decimals and symbol come from the actor's tokens. */
  | { readonly kind: 'amount'; readonly amount: string; readonly token: string; readonly chainId: number }
  /** The symbol of a token. */
  | { readonly kind: 'token'; readonly token: string; readonly chainId: number }
  /** UTC ms. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** A link to another actor, by its id. */
  | { readonly kind: 'actor'; readonly id: string }
  /** A link to a block explorer, if the network has one; without a name its hash is shown. */
  | { readonly kind: 'transaction'; readonly chainId: number; readonly hash: string; readonly name?: string }
  /** An address, or another long identifier. */
  | { readonly kind: 'address'; readonly address: string };

/** How important a word is. `plain`: neutral; `accent`: in progress; `warn`: blocked; `bad`: somebody must fix it. */
export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';
