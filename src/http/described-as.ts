import { type GenericSchema, type MetadataAction, metadata } from 'valibot';

const shapes = new WeakMap<object, GenericSchema>();

/**
 * What the OpenAPI document says of a value instead of what its schema does, for values that are checked in code: an action of `pipe`, before
 * anything that transforms. `pipe(unknown(), describedAs(policyShape))`
 */
export function describedAs<Input>(shape: GenericSchema): MetadataAction<Input, Record<never, never>> {
  const marker = {};
  shapes.set(marker, shape);
  return metadata(marker);
}

/** The shape that an action of a pipe stands for; undefined for all other actions. */
export function shapeOf(action: { readonly type: string }): GenericSchema | undefined {
  return 'metadata' in action && typeof action.metadata === 'object' && action.metadata !== null ? shapes.get(action.metadata) : undefined;
}
