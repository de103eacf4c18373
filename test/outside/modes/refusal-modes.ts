import { always, type Mode, on, type RpcRequest, refusal, result } from './mode.ts';

const STATE = ['eth_call', 'eth_getBalance', 'eth_getTransactionCount', 'eth_getCode', 'eth_estimateGas'];
/** Returns the block parameter of a request, for methods that have one. */
const blockOf = ({ params }: RpcRequest): unknown => params[1];
const isPast = (request: RpcRequest) => String(blockOf(request) ?? '').startsWith('0x');

/** Modes in which an endpoint answers, but refuses requests. */
export const refusalModes: readonly Mode[] = [
  { name: 'over-rate', what: 'HTTP 200 with the error -32016 (over rate limit)', start: always(() => refusal(-32016, 'over rate limit')) },
  {
    name: 'daily-limit',
    what: 'HTTP 200 with the error -32005 (daily request count exceeded)',
    start: always(() => refusal(-32005, 'daily request count exceeded, request rate limited')),
  },
  { name: 'internal', what: 'the error -32603 for everything', start: always(() => refusal(-32603, 'internal error')) },
  {
    name: 'internal-at-times',
    what: 'the error -32603 for one request of three',
    start: (_, random) => () => (random.chance(0.33) ? refusal(-32603, 'internal error') : null),
  },
  { name: 'syncing', what: 'the error -32000, header not found', start: always(() => refusal(-32000, 'header not found')) },
  {
    name: 'pruned',
    what: 'no state: missing trie node',
    start: on(STATE, () => refusal(-32000, 'missing trie node 5a1f (path ) state 0x5a1f is not available, state is pruned')),
  },
  {
    name: 'no-past',
    what: 'no calls at past blocks',
    start: on(STATE, (request) => (isPast(request) ? refusal(-32000, 'historical state is not available in this node') : null)),
  },
  {
    name: 'no-estimates',
    what: '`eth_estimateGas` times out in the node',
    start: on(['eth_estimateGas'], () => refusal(-32000, 'execution aborted (timeout = 5s)')),
  },
  {
    name: 'no-fee-methods',
    what: 'no `eth_maxPriorityFeePerGas`, `eth_feeHistory`, `eth_gasPrice`',
    start: on(['eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_gasPrice'], ({ method }) =>
      refusal(-32601, `the method ${method} does not exist/is not available`),
    ),
  },
  { name: 'no-logs', what: '`eth_getLogs` is not offered', start: on(['eth_getLogs'], () => refusal(-32601, 'method not whitelisted')) },
  { name: 'empty-bytes', what: '`0x` for every call and code', start: on(['eth_call', 'eth_getCode'], () => result('0x')) },
  { name: 'other-chain', what: 'another `eth_chainId`', start: on(['eth_chainId'], () => result('0x89')) },
];
