/**
 * The machine that every compared system runs: a counter with two states and a snapshot of about 1 KB. It is plain data, because each
 * system has its own version of XState, and its own implementation of `report`, the effect that an event may request.
 *
 * even <── ADD ──> odd
 */
export type CounterContext = {
  readonly count: number;
  readonly lastId: string;
  readonly note: string;
};

export type AddEvent = { readonly type: 'ADD'; readonly id: string; readonly report: boolean };

export const initialContext: CounterContext = { count: 0, lastId: '', note: 'x'.repeat(900) };

/** Implementation of the action `add` of the counter's machine: adds one and stores the event's id. */
export function addOne({ context, event }: { context: CounterContext; event: AddEvent }): Partial<CounterContext> {
  return { count: context.count + 1, lastId: event.id };
}

/** Implementation of the guard `isReported` of the counter's machine: whether the event requests the effect `report`. */
export function isReported({ event }: { event: AddEvent }): boolean {
  return event.report;
}
