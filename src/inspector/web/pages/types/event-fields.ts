import type { Json, JsonObject } from '../../../../values/json.ts';

/** Lists the fields of an event in one line, with a question mark after optional ones: `amount: string, note?: string`. */
export function fieldsOf(schema: JsonObject | null): string {
  const properties = schema?.properties;
  if (!isObject(properties)) return 'none';
  const required = Array.isArray(schema?.required) ? schema.required : [];
  const fields = Object.entries(properties).map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${kindOf(field)}`);
  return fields.length === 0 ? 'none' : fields.join(', ');
}

function kindOf(field: Json): string {
  if (!isObject(field)) return 'anything';
  if (Array.isArray(field.enum)) return field.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (field.const !== undefined) return JSON.stringify(field.const);
  const choices = field.anyOf ?? field.oneOf;
  if (Array.isArray(choices)) return choices.map(kindOf).join(' or ');
  return typeof field.type === 'string' ? field.type : 'anything';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
