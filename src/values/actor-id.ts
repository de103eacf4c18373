/** Returns the type of an actor id: the part before the first slash. */
export function typeOf(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

/** Returns the key of an actor id: the part after the first slash. */
export function keyOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}
