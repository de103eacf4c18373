import * as v from 'valibot';
import { chainRefSchema } from './shared-schemas.ts';

/** What was taken from the person's words. */
export const understoodSchema = v.strictObject({
  intent: v.string(),
  /** By the names of the slots; see docs/assistant.md. */
  slots: v.record(v.string(), v.any()),
  /** From 0 to 1. */
  confidence: v.number(),
  /** `grammar` or `model`. */
  by: v.string(),
});

/** A chip: its label, sent as the next message, is the choice. */
export const optionSchema = v.strictObject({
  label: v.string(),
  slots: v.optional(v.record(v.string(), v.any())),
  intent: v.optional(v.string()),
});

/** What was asked back, and until when the next message answers it (ISO 8601). */
export const askedSchema = v.strictObject({ intent: v.string(), missing: v.array(v.string()), until: v.string() });

/** Parameters for a wallet: EIP-3326 to switch, and EIP-3085 when it does not know the chain. */
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
        blockExplorerUrls: v.array(v.string()),
      }),
    ),
  }),
});

/** Why an answer could not be given. */
export const errorSchema = v.strictObject({ code: v.string(), message: v.string() });

/** What a wallet is needed for. */
export const connectSchema = v.strictObject({ intent: v.string(), message: v.string() });
