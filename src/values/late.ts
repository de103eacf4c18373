/**
 * A holder for an object that is created later than the code that uses it, such as the actor system, which is used by the actors' effects.
 */
export type Late<T> = {
  /** Returns the object. @throws Error when it is not set yet, which means that it is used too early during start-up */
  readonly get: () => T;
  readonly set: (value: T) => void;
};

/** Creates a holder for an object that is set later. @param name the object's name in the error message, such as "the system of actors" */
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
