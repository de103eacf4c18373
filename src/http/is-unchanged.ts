/**
 * True when a client's `If-None-Match` names this ETag (RFC 9110, 13.1.2): a list of them, or `*`. Compared weakly: a proxy that
 * compresses on the way makes ours weak.
 */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag);
}
