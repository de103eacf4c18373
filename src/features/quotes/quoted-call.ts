import * as v from 'valibot';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { parseReply } from '../../platform/http-client/provider-http.ts';
import { wireAmount, wireCalldata } from '../../platform/http-client/wire.ts';
import type { BuiltTransaction, ProviderQuote } from './provider.ts';

const stateSchema = v.object({ data: wireCalldata, value: wireAmount });

/**
 * Builds the transaction of a quote that already contains the call: the quote's `state` has the call's `data` and `value`.
 * @throws ProviderFailure `malformed-reply` when the quote has no contract to call
 */
export function buildQuotedCall(name: string, { state, target, spender, amountOut, amountOutMin }: ProviderQuote): BuiltTransaction {
  const { data, value } = parseReply(name, stateSchema, state);
  if (target === null) throw new ProviderFailure('malformed-reply', `${name} did not state which contract to call.`);
  return { kind: 'transaction', to: target, data, value, spender, amountOut, amountOutMin, expiresAtMs: null, reference: {} };
}
