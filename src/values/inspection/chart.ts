/**
 * A machine's statechart as data for the inspector. The chart is generated from the machine's definition, so it cannot differ from the
 * running code.
 */
export type Chart = {
  readonly id: string;
  /** The path of the state in which a new actor starts. */
  readonly initial: string;
  /** All states of the machine, each after its parent. */
  readonly states: readonly ChartState[];
  /** Transitions that apply in every state, unless the state handles the same event itself. */
  readonly on: readonly ChartTransition[];
};

export type ChartState = {
  /**
   * A path that identifies a state: the keys of the nested states from the outermost to the innermost, joined by dots, such as
   * `running.planning`.
   */
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
  /** Paths of the states that the transition leads to. The list is empty when the state does not change. */
  readonly targets: readonly string[];
  readonly guard: string | null;
  readonly actions: readonly string[];
  readonly description: string | null;
};
