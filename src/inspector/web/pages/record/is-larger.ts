/**
 * Whether a value's JSON is longer than about `most` characters. The function stops counting at this limit, and works at any nesting depth.
 */
export function isLarger(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  let size = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') size += next.length;
    else if (typeof next === 'object' && next !== null) {
      const members = Object.entries(next);
      size += members.length;
      if (size > most) return true;
      for (const [name, member] of members) {
        size += name.length;
        waiting.push(member);
      }
    } else size += 5;
    if (size > most) return true;
  }
  return false;
}
