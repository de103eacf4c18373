/**
 * Whether an operator has paused a type. Asked often, so it answers from memory; who paused it and for how long is somebody else's. Of a
 * paused type no ticks are given and no effects are begun; what comes from outside is applied as ever.
 */
export type IsPaused = (type: string) => boolean;
