import type { JsonObject } from '../json.ts';
import type { Chart } from './chart.ts';

/** The description of an actor type for operators. */
export type ActorTypeInfo = {
  readonly type: string;
  readonly version: number;
  readonly chart: Chart;
  /** Every event that the actor type's machine handles. */
  readonly events: readonly ActorEventInfo[];
  readonly effects: readonly {
    readonly name: string;
    readonly safety: 'idempotent' | 'reconcile';
    readonly deadlineMs: number;
    readonly delayMs: number;
    readonly maxAttempts: number;
  }[];
  /** The index keys by which actors of the type can be found. */
  readonly keys: readonly { readonly name: string; readonly kind: 'text' | 'number'; readonly isSearched: boolean }[];
  readonly isTicked: boolean;
  readonly isRestorable: boolean;
  /** The pause of this actor type; null while the type is not paused. */
  readonly pause: TypePause | null;
};

export type ActorEventInfo = {
  readonly type: string;
  /**
   * Who sends the event: `outside` means clients and operators, `inside` means the actor's own timers and effects. Operators can send only
   * `outside` events.
   */
  readonly from: 'outside' | 'inside';
  /** JSON Schema of the event without its `type`, from which an input form is built; null for internal events. */
  readonly schema: JsonObject | null;
};

/**
 * A pause of all actors of a type by an operator. During the pause, their timers do not fire and no effects are started; events from
 * outside are still applied and recorded.
 */
export type TypePause = { readonly type: string; readonly by: string; readonly reason: string; readonly atMs: number };
