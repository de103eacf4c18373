import * as v from 'valibot';

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Schemas of the events that other parts of the program and operators can send to a ramp order. Answers come from its own effects. */
export const rampOrderEvents = {
  OPENED: v.object({ type: v.literal('OPENED'), orderId: v.nullable(id), depositAddress: v.nullable(id) }),
  HINTED: v.object({ type: v.literal('HINTED'), orderId: v.nullable(id), isProved: v.boolean() }),
  REFRESH: v.object({ type: v.literal('REFRESH') }),
  DELIVERY_GONE: v.object({ type: v.literal('DELIVERY_GONE') }),
};
