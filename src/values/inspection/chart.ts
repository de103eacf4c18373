/** A machine's statechart as data for the inspector. Generated from the machine's definition, so it cannot differ from the running code. */
export type Chart = {
  readonly id: string;
  /** The path of the state that an actor starts in. */
  readonly initial: string;
  /** Parents before their children. */
  readonly states: readonly ChartState[];
  /** Transitions of the machine itself: taken in every state that does not take the event. */
  readonly on: readonly ChartTransition[];
};

export type ChartState = {
  /** State keys from the outermost inwards, joined by dots: `running.planning`. */
  readonly path: string;
  readonly key: string;
  readonly parent: string | null;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final';
  /** The path of the child that is entered; null for a state without children. */
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly on: readonly ChartTransition[];
};

export type ChartTransition = {
  /** The event's type; empty for a transition that happens without an event. */
  readonly event: string;
  /** Paths of target states. Empty: the state does not change. */
  readonly targets: readonly string[];
  readonly guard: string | null;
  readonly actions: readonly string[];
  readonly description: string | null;
};
