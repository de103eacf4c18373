/** The only source of time. Code that needs the time receives a clock as an argument; tests pass their own. */
export type Clock = {
  /** Unix time in milliseconds, UTC. May jump in both directions when the host's clock is set or the host was suspended. */
  now(): number;
};
