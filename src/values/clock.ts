/** The only source of time. Everything that must know the time takes one; tests hand in their own. */
export type Clock = {
  /** Unix time in milliseconds, UTC. May jump in either direction: the host's clock is set, or the host was suspended. */
  now(): number;
};
