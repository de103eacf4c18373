/**
 * Writes the canonical JSON text of a value, so that a client and this service hash the same bytes: keys sorted by UTF-16 code units at
 * every depth, arrays in order, numbers and strings as `JSON.stringify` writes them, no white space, fields with the value `undefined` left
 * out (`null` in arrays, as in JSON).
 *
 * The function is recursive, so the depth of external input must be limited before the call (the HTTP layer does that).
 * @throws TypeError for values that JSON cannot represent (bigint, function, symbol)
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value);
  const text = typeof value === 'function' ? undefined : JSON.stringify(value);
  if (text === undefined) throw new TypeError(`A value of type ${typeof value} cannot be written as JSON`);
  return text;
}

function canonicalObject(value: object): string {
  let members = '';
  // `sort()` without an argument sorts by UTF-16 code units, as canonical JSON requires. A locale-dependent order would differ between
  // machines.
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
