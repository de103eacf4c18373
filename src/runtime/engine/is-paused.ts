/**
 * Whether an operator has paused an actor type. The function is called often, so it answers from memory; the details of the pause (by whom,
 * until when) are stored elsewhere. A paused type gets no ticks and starts no effects; external events are applied as usual.
 */
export type IsPaused = (type: string) => boolean;
