import * as v from 'valibot';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const TIME = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Whether a text is the code of a currency (ISO 4217). */
export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text);
}

const timeOfDay = v.pipe(v.string(), v.regex(TIME, 'Expected a time of day, such as 22:00.'));

export const quietHoursSchema = v.pipe(
  v.object({
    from: timeOfDay,
    to: timeOfDay,
    timeZone: v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Expected a time zone of the IANA database, such as Europe/Berlin.')),
  }),
  v.check(({ from, to }) => from !== to, 'Expected two different times.'),
);

/** Schema of the preferences that a wallet may change. */
export const preferenceFields = {
  displayCurrency: v.optional(
    v.nullable(v.pipe(v.string(), v.check(isCurrency, 'Expected the code of a currency (ISO 4217), such as EUR.'))),
  ),
  quietHours: v.optional(v.nullable(quietHoursSchema)),
};

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
