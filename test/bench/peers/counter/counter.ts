/**
 * What every system of the comparison runs: a machine of two states that counts, with about 1 KB of snapshot. Plain data, because each
 * system brings its own copy of XState, and its own meaning of `report`: the effect that an event may ask for.
 *
 *   even <── ADD ──> odd
 */
export type CounterContext = {
  readonly count: number;
  readonly lastId: string;
  readonly note: string;
};

export type AddEvent = { readonly type: 'ADD'; readonly id: string; readonly report: boolean };

export const initialContext: CounterContext = { count: 0, lastId: '', note: 'x'.repeat(900) };

/** Implementation of the action `add`. */
export function addOne({ context, event }: { context: CounterContext; event: AddEvent }): Partial<CounterContext> {
  return { count: context.count + 1, lastId: event.id };
}

/** Implementation of the guard `isReported`. */
export function isReported({ event }: { event: AddEvent }): boolean {
  return event.report;
}
