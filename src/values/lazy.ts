/** Returns a function that computes a value when it is first called, and returns the same value from then on. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
