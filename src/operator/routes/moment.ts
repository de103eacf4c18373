import * as v from 'valibot';
import { parseIsoTime } from '../../values/iso-time.ts';

const EXPECTED = 'Expected a time: ISO 8601 with its zone, such as 2026-11-28T12:00:00Z, or milliseconds since 1970 (UTC).';
/** The last that a Date can say. */
const LAST_MS = 8.64e15;

/** A time as a person writes it, or as programs keep it, as UTC ms. Without a zone it would mean another time on another machine. */
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
