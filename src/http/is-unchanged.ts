/**
 * Whether a client's `If-None-Match` header contains the ETag of a reply (RFC 9110, 13.1.2): in its list, or by `*`. The comparison is
 * weak, because a proxy that compresses replies makes our ETags weak.
 */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag);
}
