import * as v from 'valibot';
import { parseIsoTime } from '../../values/iso-time.ts';

const EXPECTED = 'Expected a time: ISO 8601 with its zone, such as 2026-11-28T12:00:00Z, or milliseconds since 1970 (UTC).';
/** The latest time that a JavaScript Date can represent, in UTC ms. */
const LAST_MS = 8.64e15;

/** Parses a time in a query parameter, which is always text. */
export const momentText = v.pipe(
  v.string(),
  v.check((text) => parseIsoTime(text) !== null, 'Expected a time: ISO 8601 with its zone, such as 2026-11-28T12:00:00Z.'),
  v.transform((text) => parseIsoTime(text) ?? 0),
);

/**
 * Parses a time, written by a person or a program, to UTC ms. A time zone is required, because a time without one would depend on the
 * machine.
 */
export const moment = v.union(
  [
    v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_MS)),
    v.pipe(
      v.string(),
      v.check((text) => parseIsoTime(text) !== null),
      v.transform((text) => parseIsoTime(text) ?? 0),
    ),
  ],
  EXPECTED,
);
