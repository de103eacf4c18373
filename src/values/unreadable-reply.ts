/** Codes of errors that `fetch` throws for a reply that arrived, and that it cannot read. */
const FAULTS: Readonly<Record<string, string>> = {
  ZlibError: 'it cannot be decompressed',
  BrotliDecompressionError: 'it cannot be decompressed',
  ZstdDecompressionError: 'it cannot be decompressed',
  InvalidHTTPResponse: 'it is not valid HTTP',
};

/**
 * Says in plain words why `fetch` could not read a reply; null for all other errors. The error's own message quotes the URL, which may contain
 * a key.
 */
export function unreadableReply(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && Object.hasOwn(FAULTS, code) ? (FAULTS[code] ?? null) : null;
}
