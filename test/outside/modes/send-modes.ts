import { isHex, keccak256 } from 'viem';
import { type Mode, type Reply, type RpcRequest, refusal, result } from './mode.ts';

const SEND = 'eth_sendRawTransaction';
const hashOf = ({ params: [raw] }: RpcRequest): string => (isHex(raw) ? keccak256(raw) : '0x');

/** Replies to a sent transaction without forwarding it to the node. */
const instead =
  (reply: (request: RpcRequest) => Reply): Mode['start'] =>
  () =>
  (request) =>
    request.method === SEND ? reply(request) : null;

/** Forwards a sent transaction to the node, but replies with something else. */
const afterwards =
  (reply: (request: RpcRequest) => Reply): Mode['start'] =>
  (node) =>
  async (request) => {
    if (request.method !== SEND) return null;
    await node.ask(request.method, request.params);
    return reply(request);
  };

/** Modes in which an endpoint replies wrongly to sent transactions, whether or not it forwards them. */
export const sendModes: readonly Mode[] = [
  { name: 'send-dropped', what: 'accepted, and forgotten', start: instead((request) => result(hashOf(request))) },
  { name: 'send-known', what: '`already known`, and not known', start: instead(() => refusal(-32000, 'already known')) },
  {
    name: 'send-underpriced',
    what: '`replacement transaction underpriced`',
    start: instead(() => refusal(-32000, 'replacement transaction underpriced')),
  },
  { name: 'send-full', what: '`txpool is full`', start: instead(() => refusal(-32000, 'txpool is full')) },
  { name: 'send-nonce-high', what: '`nonce too high`', start: instead(() => refusal(-32000, 'nonce too high: next nonce 3, tx nonce 9')) },
  {
    name: 'send-poor',
    what: '`insufficient funds`, which is wrong',
    start: instead(() => refusal(-32000, 'insufficient funds for gas * price + value')),
  },
  { name: 'sent-known', what: 'taken, and `already known` said', start: afterwards(() => refusal(-32000, 'already known')) },
  {
    name: 'sent-nonce-low',
    what: 'mined, and `nonce too low` said',
    start: afterwards(() => refusal(-32000, 'nonce too low: next nonce 9, tx nonce 8')),
  },
  { name: 'sent-error', what: 'taken, and an error said', start: afterwards(() => refusal(-32603, 'internal error')) },
  { name: 'sent-502', what: 'taken, and HTTP 502', start: afterwards(() => ({ kind: 'raw', status: 502, body: 'bad gateway' })) },
  { name: 'sent-silence', what: 'taken, and nothing comes', start: afterwards(() => ({ kind: 'hang' })) },
  { name: 'sent-other-hash', what: 'taken, and another hash said', start: afterwards(() => result(`0x${'b'.repeat(64)}`)) },
];
