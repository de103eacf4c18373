/** Codes of errors which show that a chain did not answer a request, so that work of the chain is postponed until it answers. */
const CHAIN_AWAY: ReadonlySet<string> = new Set([
  ...['rpc-unavailable', 'rpc-timeout', 'rpc-rate-limited', 'rpc-other-chain', 'chain-timeout'],
]);

/** Whether an error with this code shows that a chain did not answer. */
export function isChainAway(code: string): boolean {
  return CHAIN_AWAY.has(code);
}
