/**
 * Whether an operator has paused an actor type. It is called often, so it answers from memory; who paused the type and until when is stored
 * elsewhere. A paused type gets no ticks and starts no effects; external events are applied as usual.
 */
export type IsPaused = (type: string) => boolean;
