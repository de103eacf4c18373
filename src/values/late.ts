/** A part that is created later than its users, such as the actor system, which the actors' effects use. */
export type Late<T> = {
  /** Returns the part. @throws Error before the part is set, which means that a caller uses it too early during start-up */
  readonly get: () => T;
  readonly set: (value: T) => void;
};

/** Creates a part that is set later. @param name the part's name in the error message, such as "the system of actors" */
export function createLate<T>(name: string): Late<T> {
  let made: { readonly value: T } | null = null;
  return {
    get() {
      if (made === null) throw new Error(`Used before its creation: ${name}`);
      return made.value;
    },
    set(value) {
      if (made !== null) throw new Error(`Created twice: ${name}`);
      made = { value };
    },
  };
}
