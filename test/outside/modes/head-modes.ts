import { headOf, hex, isTold, type Mode, type Node, numberIn, type Reply, type Respond, type RpcRequest, result } from './mode.ts';

const FORKED_BLOCKS = 3;

/** Makes an endpoint show the chain as it was at an earlier block: state, blocks, logs and receipts. */
const asOf =
  (node: Node, shown: () => Promise<number>): Respond =>
  async (request) => {
    const head = await shown();
    const asked = await node.ask(request.method, atBlock(request, head));
    if (request.method === 'eth_blockNumber') return result(hex(head));
    if ('error' in asked) return { kind: 'answer', answer: asked };
    return hideAfter(head, asked.result);
  };

/** For each RPC method, the index of its block parameter. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  ...{ eth_call: 1, eth_estimateGas: 1, eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  eth_getBlockByNumber: 0,
};

function atBlock({ method, params }: RpcRequest, head: number): readonly unknown[] {
  const at = BLOCK_AT[method];
  if (at !== undefined && (params[at] === 'latest' || params[at] === 'pending')) return params.with(at, hex(head));
  const [query] = params;
  if (method !== 'eth_getLogs' || !isTold(query) || query.toBlock === undefined || Number(query.toBlock) <= head) return params;
  return [{ ...query, fromBlock: hex(Math.min(Number(query.fromBlock), head)), toBlock: hex(head) }];
}

function hideAfter(head: number, value: unknown): Reply | null {
  if (Array.isArray(value)) return result(value.filter((log) => !isTold(log) || numberIn(log) <= head));
  if (isTold(value) && numberIn(value) > head) return result(null);
  return result(value);
}

const behind =
  (blocks: number): Mode['start'] =>
  (node) =>
    asOf(node, async () => Math.max(0, (await headOf(node)) - blocks));

/** Replaces the hashes of the newest blocks, as if the endpoint followed another fork. */
const otherFork: Mode['start'] = (node) => async (request) => {
  const answer = await node.ask(request.method, request.params);
  if ('error' in answer || answer.result === null) return null;
  const head = await headOf(node);
  const isOnFork = (told: Readonly<Record<string, unknown>>) => numberIn(told) > head - FORKED_BLOCKS;
  const fork = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fork);
    if (!isTold(value) || !isOnFork(value)) return value;
    const logs = Array.isArray(value.logs) ? { logs: value.logs.map(fork) } : {};
    if (typeof value.blockHash === 'string') return { ...value, ...logs, blockHash: forked(value.blockHash) };
    return typeof value.hash === 'string' && value.parentHash !== undefined ? { ...value, hash: forked(value.hash) } : value;
  };
  return typeof answer.result === 'object' ? result(fork(answer.result)) : null;
};
const forked = (hash: string): string => `${hash.slice(0, -4)}f0f0`;

/** Modes in which the newest block of an endpoint is not that of the chain. */
export const headModes: readonly Mode[] = [
  { name: 'behind-2', what: 'two blocks behind, in all that it shows', start: behind(2) },
  { name: 'behind-8', what: 'eight blocks behind', start: behind(8) },
  { name: 'behind-40', what: 'forty blocks behind', start: behind(40) },
  {
    name: 'frozen',
    what: 'stays at the block it was at',
    start: (node) => {
      const head = headOf(node);
      return asOf(node, () => head);
    },
  },
  {
    name: 'behind-at-times',
    what: 'every other answer is from four blocks ago',
    start: (node, random) => {
      const late = behind(4)(node, random);
      return (request) => (random.chance(0.5) ? late(request) : null);
    },
  },
  {
    name: 'ahead',
    what: 'names a head three blocks on, which it does not have',
    start: (node) => async (request) => (request.method === 'eth_blockNumber' ? result(hex((await headOf(node)) + 3)) : null),
  },
  { name: 'other-fork', what: 'other hashes of the newest three blocks', start: otherFork },
];
