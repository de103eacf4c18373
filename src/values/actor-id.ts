/** The type in an actor id: all before the first slash. */
export function typeOf(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

/** The key in an actor id: all after the first slash. */
export function keyOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}
