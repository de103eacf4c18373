import * as v from 'valibot';

/** The guard's options, passed as JSON in its first argument. */
export const guardOptionsSchema = v.object({
  binary: v.string(),
  host: v.string(),
  port: v.number(),
  chainId: v.number(),
  mnemonic: v.string(),
  genesisTimestamp: v.number(),
  /**
   * Offset of the injected clock from the machine's clock, in seconds (injected minus machine). The chain's blocks use the injected clock.
   */
  clockOffsetSeconds: v.number(),
  stateFile: v.string(),
  processFile: v.string(),
  owner: v.object({ pid: v.number(), startedAt: v.string() }),
});
export type GuardOptions = v.InferOutput<typeof guardOptionsSchema>;

/**
 * Schema of the commands from the service to the guard: one JSON object per line on the guard's standard input. When the input ends, the
 * guard saves the chain and stops it.
 */
export const guardCommandSchema = v.object({ command: v.literal('save'), id: v.number() });
export type GuardCommand = v.InferOutput<typeof guardCommandSchema>;

/** Schema of the events from the guard to the service: one JSON object per line on standard output. */
export const guardEventSchema = v.variant('event', [
  v.object({ event: v.literal('ready'), port: v.number(), anvilPid: v.number(), loaded: v.boolean() }),
  v.object({ event: v.literal('failed'), code: v.picklist(['claimed', 'start', 'state']), message: v.string() }),
  v.object({ event: v.literal('saved'), id: v.number(), error: v.optional(v.string()) }),
  v.object({ event: v.literal('log'), level: v.picklist(['info', 'warn', 'error']), message: v.string() }),
]);
export type GuardEvent = v.InferOutput<typeof guardEventSchema>;

const processMark = v.object({ pid: v.number(), startedAt: v.string() });

/**
 * Schema of the process file, which lists the processes that run a folder's chain. Start times distinguish a process from a later one with
 * the same id.
 */
export const processFileSchema = v.object({
  owner: processMark,
  guard: processMark,
  anvil: v.nullable(processMark),
  port: v.number(),
});
export type ProcessFile = v.InferOutput<typeof processFileSchema>;
export type ProcessMark = v.InferOutput<typeof processMark>;
