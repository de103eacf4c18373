/**
 * A holder for an object that is set after the holder was passed to the code that uses it. It is needed where two objects refer to each
 * other, such as the actor system and the effects of its actors.
 */
export type Late<T> = {
  /** Returns the object. @throws Error when the object has not been set yet, which means that it is used too early during the start */
  readonly get: () => T;
  readonly set: (value: T) => void;
};

/** Creates a holder for an object that is set later. @param name the object's name in the error message, such as "the system of actors" */
export function createLate<T>(name: string): Late<T> {
  let made: { readonly value: T } | null = null;
  return {
    get() {
      if (made === null) throw new Error(`Used before it was created: ${name}`);
      return made.value;
    },
    set(value) {
      if (made !== null) throw new Error(`Created twice: ${name}`);
      made = { value };
    },
  };
}
