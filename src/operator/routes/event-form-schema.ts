import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { StandardSchema } from '../../runtime/define/standard-schema.ts';
import { asJson, type Json, type JsonObject } from '../../values/json.ts';

/**
 * Builds the JSON Schema of an event without its `type`, from which the inspector builds a form. JSON Schema cannot express rules that are
 * checked in code, so these are omitted; the event's own schema validates the event when it is sent. For an unsupported schema library,
 * returns a schema that allows any object.
 */
export function eventFormSchema(schema: StandardSchema): JsonObject {
  if (!isValibot(schema)) return { type: 'object' };
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return withoutType(asJson(converted));
}

function isValibot(schema: StandardSchema): schema is StandardSchema & GenericSchema {
  return schema['~standard'].vendor === 'valibot';
}

function withoutType(schema: JsonObject): JsonObject {
  const { properties, required, ...rest } = schema;
  const changed: Record<string, Json> = { ...rest };
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    const choices = schema[choice];
    if (isList(choices)) changed[choice] = choices.map((each) => (isObject(each) ? withoutType(each) : each));
  }
  if (isObject(properties)) changed.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'type'));
  if (isList(required)) changed.required = required.filter((name) => name !== 'type');
  return changed;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
