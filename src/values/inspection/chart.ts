/** A machine's statechart as data for the inspector. Generated from the machine's definition, so it cannot differ from the running code. */
export type Chart = {
  readonly id: string;
  /** The path of the state in which an actor starts. */
  readonly initial: string;
  /** The states, parents before their children. */
  readonly states: readonly ChartState[];
  /** Transitions of the machine itself. They apply in every state that does not handle the event. */
  readonly on: readonly ChartTransition[];
};

export type ChartState = {
  /** The keys of nested states from the outermost to the innermost, joined by dots: `running.planning`. */
  readonly path: string;
  readonly key: string;
  readonly parent: string | null;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final';
  /** The path of the child state that is entered first; null for a state without children. */
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly on: readonly ChartTransition[];
};

export type ChartTransition = {
  /** The event's type; empty for an automatic transition. */
  readonly event: string;
  /** Paths of target states. The list is empty when the state does not change. */
  readonly targets: readonly string[];
  readonly guard: string | null;
  readonly actions: readonly string[];
  readonly description: string | null;
};
