import { REDACTED, redactUrls } from '../../values/redact-urls.ts';

/**
 * A pattern for field names whose values are never written. The pattern matches anywhere in the name, in any casing, with or without `-`
 * and `_`.
 */
const SECRET_NAME =
  /secret|password|passphrase|mnemonic|private-?_?key|api-?_?key|executor-?_?key|signer-?_?key|signature|authorization|cookie|(?:operator|access|refresh|bearer)-?_?token|jwt|signed-?_?(?:bytes|transaction|tx)|raw-?_?transaction/i;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_TEXT = 4_000;
/**
 * The maximum number of characters of a text that are scanned for secrets. This is far more than the log keeps of a text, because secrets
 * are masked before the text is truncated.
 */
const MAX_LOOKED_AT = 64_000;

export type Redactor = (value: unknown) => unknown;

/**
 * Creates a function that makes a value safe to log. It masks the values of fields with secret names at any depth, known secrets anywhere
 * in texts (error messages quote URLs and calldata), and logins, paths and queries of URLs, since RPC providers put API keys there. It
 * writes errors with their causes and bigint as strings, and truncates long text, long lists and deep nesting.
 * @param secrets texts that must never be written, of at least 6 characters (shorter ones would mask half the log)
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter((secret) => secret.length >= 6).sort((a, b) => b.length - a.length);

  const redactText = (text: string): string => {
    let redacted = text.length > MAX_LOOKED_AT ? text.slice(0, MAX_LOOKED_AT) : text;
    for (const secret of known) redacted = redacted.replaceAll(secret, REDACTED);
    redacted = redactUrls(redacted);
    if (redacted.includes('earer ')) redacted = redacted.replace(/\bbearer +\S+/gi, `Bearer ${REDACTED}`);
    return redacted.length > MAX_TEXT || text.length > MAX_LOOKED_AT ? `${redacted.slice(0, MAX_TEXT)}...` : redacted;
  };

  const redact = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) return '[too deep]';
    if (value instanceof Error) return redactError(value, depth);
    if (value instanceof Date || value instanceof URL) return redactText(String(value));
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
    const result: Record<string, unknown> = {};
    for (const [key, member] of entries.slice(0, MAX_ITEMS)) {
      const isSecret = SECRET_NAME.test(String(key)) && member !== undefined && member !== null && typeof member !== 'boolean';
      result[redactText(String(key))] = isSecret ? REDACTED : redact(member, depth + 1);
    }
    return result;
  };

  const redactError = (error: Error, depth: number): unknown => {
    const written: Record<string, unknown> = { name: error.name, message: redactText(error.message) };
    for (const [key, member] of Object.entries(error)) {
      if (key !== 'name' && key !== 'cause') written[key] = SECRET_NAME.test(key) ? REDACTED : redact(member, depth + 1);
    }
    if (error.stack !== undefined) written.stack = redactText(error.stack);
    if (error.cause !== undefined) written.cause = redact(error.cause, depth + 1);
    return written;
  };

  return (value) => redact(value, 0);
}
