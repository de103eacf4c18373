/** A part that is made after those that keep it, such as the system of actors that the actors' effects ask. */
export type Late<T> = {
  /** @throws Error before it is there: whoever needs it while the program is still being put together is put together too early */
  readonly get: () => T;
  readonly set: (value: T) => void;
};

/** @param name for the error, such as "the system of actors" */
export function createLate<T>(name: string): Late<T> {
  let made: { readonly value: T } | null = null;
  return {
    get() {
      if (made === null) throw new Error(`Used before it was made: ${name}`);
      return made.value;
    },
    set(value) {
      if (made !== null) throw new Error(`Made twice: ${name}`);
      made = { value };
    },
  };
}
