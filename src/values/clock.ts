/** The only source of the current time. Code that needs the time gets a clock as a parameter; tests pass their own. */
export type Clock = {
  /**
   * Returns the current unix time in milliseconds (UTC). It can jump in both directions, when the host's clock is set or the host was
   * suspended.
   */
  now(): number;
};
