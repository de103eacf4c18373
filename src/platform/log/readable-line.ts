import * as v from 'valibot';

const lineSchema = v.looseObject({ level: v.string(), time: v.string(), message: v.optional(v.string(), '') });

/**
 * Maximum number of characters of a value in a readable log line; longer values are truncated. The JSON lines that are written to files and
 * pipes contain the whole values.
 */
const MOST_VALUE = 300;
/** Maximum number of elements of a list that a readable log line shows. */
const MOST_ELEMENTS = 5;
const COLORS: Readonly<Record<string, string>> = { debug: '2', info: '32', warn: '33', error: '31', fatal: '31' };

/**
 * Formats a JSON log line for a person at a terminal: the time of day in UTC, the level, the message and the fields.
 * @param line one JSON object; any other text is returned unchanged
 */
export function readableLine(line: string): string {
  const parsed = v.safeParse(lineSchema, jsonOf(line));
  if (!parsed.success) return line;
  const { level, time, message, ...fields } = parsed.output;
  const told = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  const color = COLORS[level] ?? '0';
  const head = `${time.slice(11, 19)} \u001b[${color}m${level.toUpperCase().padEnd(5)}\u001b[0m ${plain(message)}`;
  return `${head}${told.length === 0 ? '' : `  \u001b[2m${told.join(' ')}\u001b[0m`}\n`;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.length > MOST_ELEMENTS) return `(${value.length} entries)`;
  const text = typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return plain(text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}...` : text);
}

/** Replaces control characters, so that logged text from unknown clients cannot control the terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
