import type { JsonObject } from '../json.ts';
import type { Chart } from './chart.ts';

/** The description of an actor type for operators. */
export type ActorTypeInfo = {
  readonly type: string;
  readonly version: number;
  readonly chart: Chart;
  /** Every event that the machine handles. */
  readonly events: readonly ActorEventInfo[];
  readonly effects: readonly {
    readonly name: string;
    readonly safety: 'idempotent' | 'reconcile';
    readonly deadlineMs: number;
    readonly delayMs: number;
    readonly maxAttempts: number;
  }[];
  /** The index keys of the type, by which its actors can be found. */
  readonly keys: readonly { readonly name: string; readonly kind: 'text' | 'number'; readonly isSearched: boolean }[];
  readonly isTicked: boolean;
  readonly isRestorable: boolean;
  /** The current pause of the type; null while it is not paused. */
  readonly pause: TypePause | null;
};

export type ActorEventInfo = {
  readonly type: string;
  /** Origin of the event: `outside` (external callers) or `inside`. Operators may send only `outside` events. */
  readonly from: 'outside' | 'inside';
  /** JSON Schema of the event without its `type`, for an input form; null for internal events. */
  readonly schema: JsonObject | null;
};

/** A pause of an actor type: no ticks are delivered and no effects are started; external events are still applied and recorded. */
export type TypePause = { readonly type: string; readonly by: string; readonly reason: string; readonly atMs: number };
