import * as v from 'valibot';
import { lenientList, wireDecimal } from '../../platform/http-client/wire.ts';
import { isExactObject } from '../../values/exact-json.ts';

/** Schema of an amount of money or crypto in a provider's reply, as plain decimal text. It limits the number of digits. */
export const wireMoney = v.pipe(wireDecimal, v.regex(/^[0-9]{1,24}(?:\.[0-9]{1,40})?$/));

/** Schema of a list from which invalid items are omitted. Some providers send an empty list as an empty map. */
export function listOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (isExactObject(value) && Object.keys(value).length === 0 ? [] : value)),
    lenientList(schema),
  );
}
