import type { JsonObject } from '../json.ts';
import type { Chart } from './chart.ts';

/** An actor type as an operator sees it. */
export type ActorTypeInfo = {
  readonly type: string;
  readonly version: number;
  readonly chart: Chart;
  /** Every event that the machine knows. */
  readonly events: readonly ActorEventInfo[];
  readonly effects: readonly {
    readonly name: string;
    readonly safety: 'idempotent' | 'reconcile';
    readonly deadlineMs: number;
    readonly delayMs: number;
    readonly maxAttempts: number;
  }[];
  /** The index keys of the type, by which its actors are found. */
  readonly keys: readonly { readonly name: string; readonly kind: 'text' | 'number'; readonly isSearched: boolean }[];
  readonly isTicked: boolean;
  readonly isRestorable: boolean;
  /** Null while it runs. */
  readonly pause: TypePause | null;
};

export type ActorEventInfo = {
  readonly type: string;
  /** Origin of the event. Operators may send only `outside` events. */
  readonly from: 'outside' | 'inside';
  /** JSON Schema of the event without its `type`, for a form; null for events from inside. */
  readonly schema: JsonObject | null;
};

/** A pause of an actor type: no ticks are delivered and no effects are started; events from outside are still applied and recorded. */
export type TypePause = { readonly type: string; readonly by: string; readonly reason: string; readonly atMs: number };
