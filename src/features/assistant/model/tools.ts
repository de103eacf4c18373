import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { asJson, type JsonObject } from '../../../values/json.ts';
import { INTENTS, type Intent, MOST_STEPS, OPERATIONS } from '../understanding/agent-service.ts';
import { INTENT_SLOTS, STANDING_INTENTS, STEP_INTENTS } from '../understanding/intents/intent-slots.ts';
import { type PlainSlotName, SLOT_SCHEMAS } from '../understanding/slots/slot-schemas.ts';

/** A function that the model can call, as the API of chat completions describes it. */
export type ModelTool = {
  readonly type: 'function';
  readonly function: { readonly name: Intent; readonly description: string; readonly parameters: JsonObject };
};

/** Intents for which the model writes the text of the answer itself. */
export const PROSE_INTENTS: readonly Intent[] = ['text', 'error'];
/** Maximum length, in characters, of a text that the model writes. */
export const MOST_PROSE = 600;
const MOST_LEFT_OUT = 12;

type Schemas = { readonly [name: string]: v.GenericSchema };

const ALL_NAMES = Object.keys(SLOT_SCHEMAS).filter((name): name is PlainSlotName => name in SLOT_SCHEMAS);

const OPERATION = v.pipe(
  v.picklist(OPERATIONS),
  v.description('Only when the message is about some that exist: show, end, pause or resume them. Leave it out for a new one.'),
);
const PROSE = 'Plain text in the language of the message. No figures, links, addresses or promises.';

/** Slots of intents that cannot be a step of a workflow or batch. */
const NOT_IN_STEPS: readonly PlainSlotName[] = ['hash', 'tokenId', 'depositAmount', 'maxPerTradeUsd', 'maxPerDayUsd', 'maxTradesPerDay'];

const stepSchema = v.strictObject({
  intent: v.pipe(v.picklist(STEP_INTENTS as readonly [Intent, ...Intent[]]), v.description('What this step does.')),
  slots: v.strictObject(optionals(ALL_NAMES.filter((name) => !NOT_IN_STEPS.includes(name)))),
  usesEarlier: v.pipe(v.boolean(), v.description('True when its amount is the result of the step before.')),
});

/**
 * The schemas of the arguments of the functions that the model can call, by intent. They are made from the definitions of the slots (the
 * values that a message can contain).
 */
export const ARGUMENT_SCHEMAS = Object.fromEntries(INTENTS.map((intent) => [intent, argumentsOf(intent)])) as {
  readonly [I in Intent]: v.GenericSchema<unknown, JsonObject>;
};

/** The functions that the model can call, one for each intent. They are the same for each message. */
export const MODEL_TOOLS: readonly ModelTool[] = INTENTS.map((intent) => {
  const { $schema: _dialect, ...parameters } = toJsonSchema(ARGUMENT_SCHEMAS[intent], { typeMode: 'input', errorMode: 'ignore' });
  return { type: 'function', function: { name: intent, description: INTENT_SLOTS[intent].about, parameters: asJson(parameters) } };
});

function argumentsOf(intent: Intent): v.GenericSchema {
  const { takes } = INTENT_SLOTS[intent];
  const names = takes.filter((name) => name !== 'steps');
  const entries: Schemas = {
    ...optionals(names),
    ...(takes.includes('steps') ? { steps: v.optional(v.pipe(v.array(stepSchema), v.minLength(2), v.maxLength(MOST_STEPS))) } : {}),
    ...(STANDING_INTENTS.includes(intent) ? { operation: v.optional(OPERATION) } : {}),
    ...(PROSE_INTENTS.includes(intent) ? { text: v.pipe(v.string(), v.minLength(1), v.maxLength(MOST_PROSE), v.description(PROSE)) } : {}),
    confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.description('How certain you are of the function and all values.')),
    leftOut: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(100))),
        v.maxLength(MOST_LEFT_OUT),
        v.description('Words of the message with a meaning of their own that you did not use.'),
      ),
    ),
  };
  return v.strictObject(entries);
}

function optionals(names: readonly PlainSlotName[]): Schemas {
  return Object.fromEntries(names.map((name) => [name, v.optional(SLOT_SCHEMAS[name])]));
}
