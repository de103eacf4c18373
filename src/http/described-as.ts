import { type GenericSchema, type MetadataAction, metadata } from 'valibot';

const shapes = new WeakMap<object, GenericSchema>();

/**
 * Replaces a value's shape in the OpenAPI document, for values that are checked in code. It is a `pipe` action and must come before any
 * transformation: `pipe(unknown(), describedAs(policyShape))`
 */
export function describedAs<Input>(shape: GenericSchema): MetadataAction<Input, Record<never, never>> {
  const marker = {};
  shapes.set(marker, shape);
  return metadata(marker);
}

/** Returns the documented shape that `describedAs` attached to an action of a pipe; undefined for other actions. */
export function shapeOf(action: { readonly type: string }): GenericSchema | undefined {
  return 'metadata' in action && typeof action.metadata === 'object' && action.metadata !== null ? shapes.get(action.metadata) : undefined;
}
