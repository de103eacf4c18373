// What an actor can show of itself: a small closed vocabulary, so that one page shows every type. A definition makes it (see
// `InspectionSpec`), and nothing that shows it knows any type. All of it is JSON.

/** A part of what is shown, under a title of its own. */
export type Section = TableSection | StepsSection | BarsSection | SeriesSection | FactsSection;

type Titled = {
  readonly title: string;
  /** Beside the title: how many there are, or what has to be known first. */
  readonly note?: Phrase;
};

/** Rows and columns: `{ kind: 'table', title: 'Orders', of: 'orders', columns: [{ title: 'Time' }], rows: [[{ lines: [[time(0)]] }]] }`. */
export type TableSection = Titled & {
  readonly kind: 'table';
  /** What its rows are, in the plural. */
  readonly of: string;
  readonly columns: readonly TableColumn[];
  /** A cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Of a long table some rows are shown at first: those around this one. Default: the first ones. */
  readonly around?: number;
  /** What is said instead of a table without rows. */
  readonly empty?: string;
};

/**
 * `name`: what the rows are known by, in the first column. `number`: stands at the right. `prose`: sentences, which are broken into lines.
 * Default: words.
 */
export type TableColumn = { readonly title: string; readonly holds?: 'name' | 'number' | 'prose' };

/** Lines under one another, then smaller ones. No lines: nothing is known. */
export type Cell = { readonly lines: readonly Phrase[]; readonly notes?: readonly Phrase[] };

/** What is gone through in order: a few stages, or very many of a schedule. */
export type StepsSection = Titled & {
  readonly kind: 'steps';
  /** What a step is, in the singular. */
  readonly of: string;
  readonly steps: readonly Step[];
  /** Steps after the last one that are left out. */
  readonly moreAfter?: number;
  /** What is said instead of no steps. */
  readonly empty?: string;
};

export type Step = {
  readonly name: string;
  readonly state: StepState;
  /** When it came, or is to come; null: nobody knows. */
  readonly atMs: number | null;
  /** Steps before this one that are left out. */
  readonly moreBefore?: number;
};

export type StepState = 'done' | 'now' | 'next' | 'late' | 'failed' | 'later';

/** How much is used of what there is: `{ kind: 'bars', title: 'Limits', bars: [{ name: 'Buys', used: [text('2')], of: [text('10')], share: 0.2 }] }`. */
export type BarsSection = Titled & { readonly kind: 'bars'; readonly bars: readonly Bar[] };

export type Bar = { readonly name: string; readonly used: Phrase; readonly of: Phrase; readonly share: number /** 0 to 1. */ };

/** A value over time, with what happened on the way. */
export type SeriesSection = Titled & {
  readonly kind: 'series';
  /** What the value is, within a sentence: `price of WETH`. */
  readonly name: string;
  /** What it is counted in: `dollars`. */
  readonly unit: string;
  /** Oldest first; exact decimal text. */
  readonly points: readonly SeriesPoint[];
  /** What a mark is, in the singular: `fill`. */
  readonly markName: string;
  readonly marks: readonly SeriesMark[];
};

export type SeriesPoint = { readonly atMs: number; readonly value: string };

/** `points`: which way its arrow does. */
export type SeriesMark = { readonly atMs: number; readonly points: 'up' | 'down'; readonly text: Phrase };

/** Names and what they are: `{ kind: 'facts', title: 'Route', facts: [{ name: 'Provider', value: { lines: [[text('lifi')]] } }] }`. */
export type FactsSection = Titled & { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export type Fact = { readonly name: string; readonly value: Cell };

/** Values of one line, a space between them. */
export type Phrase = readonly Value[];

/** A value with its unit. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** A word that says how it is; the tone is how much it matters. */
  | { readonly kind: 'badge'; readonly text: string; readonly tone: Tone }
  /** Base units as decimal text; decimals and symbol are those of the token among the actor's tokens. */
  | { readonly kind: 'amount'; readonly amount: string; readonly token: string; readonly chainId: number }
  /** The symbol of a token. */
  | { readonly kind: 'token'; readonly token: string; readonly chainId: number }
  /** UTC ms. */
  | { readonly kind: 'time'; readonly atMs: number }
  /** Leads to another actor, by its id. */
  | { readonly kind: 'actor'; readonly id: string }
  /** Leads to a block explorer where the network names one; without a name its hash is shown. */
  | { readonly kind: 'transaction'; readonly chainId: number; readonly hash: string; readonly name?: string }
  /** An address, or something else that is long and says nothing. */
  | { readonly kind: 'address'; readonly address: string };

/** `plain` says nothing of good and bad; `accent`: something happens; `warn`: it is held back; `bad`: somebody has to mend it. */
export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad';
