import * as v from 'valibot';
import { chainRefSchema } from './shared-schemas.ts';

/** Schema of what the agent service understood from the user's message. */
export const understoodSchema = v.strictObject({
  intent: v.string(),
  /** The values that were recognized in the user's message, by slot name; see docs/assistant.md. */
  slots: v.record(v.string(), v.any()),
  /** How certain the agent service is that it understood the message correctly, from 0 to 1. */
  confidence: v.number(),
  /** Which interpreter understood the message: `grammar` or `model`. */
  by: v.string(),
  /**
   * The operation on existing plans, orders or alerts that the user's message requests: `list`, `cancel`, `pause` or `resume`; absent when
   * the message is about a new plan, order or alert.
   */
  operation: v.optional(v.string()),
  /** Why a configured language model was not used to understand the message. The answer's text contains the same notice. */
  notice: v.optional(v.string()),
});

/** A choice that clients show as a button. The user chooses it by sending its label as the next message. */
export const optionSchema = v.strictObject({
  label: v.string(),
  slots: v.optional(v.record(v.string(), v.any())),
  intent: v.optional(v.string()),
});

/** The question that the bot asked the user, and until when (ISO 8601) the next message counts as its answer. */
export const askedSchema = v.strictObject({ intent: v.string(), missing: v.array(v.string()), until: v.string() });

/** Parameters with which a wallet switches its chain (EIP-3326), and adds the chain first if it does not have it (EIP-3085). */
export const switchChainSchema = v.strictObject({
  ...chainRefSchema.entries,
  switch: v.strictObject({
    method: v.literal('wallet_switchEthereumChain'),
    params: v.array(v.strictObject({ chainId: v.string() })),
  }),
  add: v.strictObject({
    method: v.literal('wallet_addEthereumChain'),
    params: v.array(
      v.strictObject({
        chainId: v.string(),
        chainName: v.string(),
        nativeCurrency: v.strictObject({ name: v.string(), symbol: v.string(), decimals: v.number() }),
        rpcUrls: v.array(v.string()),
        blockExplorerUrls: v.optional(v.array(v.string())),
      }),
    ),
  }),
});

/** Schema of the reason why an answer could not be given. */
export const errorSchema = v.strictObject({ code: v.string(), message: v.string() });

/** Schema of an answer that asks the user to connect a wallet: the intent that needs the wallet, and the text for the user. */
export const connectSchema = v.strictObject({ intent: v.string(), message: v.string() });
