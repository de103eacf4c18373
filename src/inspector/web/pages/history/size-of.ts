import type { Json } from '../../../../values/json.ts';
import { isList } from '../../../../values/json-diff/is-equal.ts';

/** Estimates the length of a value's JSON in characters. It works without recursion and stops at a limit. */
export function sizeOf(value: Json, most = Number.POSITIVE_INFINITY): number {
  const open: Json[] = [value];
  let size = 0;
  for (let each = open.pop(); each !== undefined && size < most; each = open.pop()) {
    if (typeof each === 'string') size += each.length + 2;
    else if (typeof each !== 'object' || each === null) size += 4;
    else if (isList(each)) {
      size += 2 + each.length;
      for (const item of each) open.push(item);
    } else {
      for (const [name, member] of Object.entries(each)) {
        size += name.length + 4;
        open.push(member);
      }
    }
  }
  return Math.min(size, most);
}
