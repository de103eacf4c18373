/** What an agent tells of itself. `data` is shown as it is: amounts in base units as decimal text. */
export type ActivityNote = {
  readonly kind:
    | 'trade'
    | 'failure'
    | 'safety-block'
    /** A protection of the policy holds back buys from now on. */
    | 'protection'
    /** One has ended by itself. */
    | 'protection-end'
    | 'policy-change'
    | 'pause'
    | 'resume'
    | 'sync'
    | 'expiry-warning';
  readonly strategyId: string | null;
  readonly reason: string;
  readonly data: Readonly<Record<string, string>>;
};
