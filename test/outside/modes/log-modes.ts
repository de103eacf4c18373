import { changed, headOf, isTold, type Mode, numberIn, on, type Reply, refusal, rewritten, type Told } from './mode.ts';

const LOGS = ['eth_getLogs'];
const BLOCKS = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
/** Number of the newest blocks from which a mode omits logs, as a node that lags slightly behind does. */
const NEAR_HEAD = 4;
const logsIn = (value: unknown): readonly Told[] => (Array.isArray(value) ? value.filter(isTold) : []);
const OTHER = `0x${'7'.repeat(40)}`;

const withoutNewest = (blocks: number): Mode['start'] =>
  changed(LOGS, async (value, _, node) => {
    const head = await headOf(node);
    return logsIn(value).filter((log) => numberIn(log) <= head - blocks);
  });

const atMost = (most: number, reply: (from: number, to: number) => Reply): Mode['start'] =>
  on(LOGS, ({ params: [query] }) => {
    if (!isTold(query) || query.blockHash !== undefined) return null;
    const [from, to] = [Number(query.fromBlock), Number(query.toBlock)];
    return to - from + 1 > most ? reply(from, to) : null;
  });

/** Modes in which an endpoint omits logs, duplicates them, or refuses to return them. */
export const logModes: readonly Mode[] = [
  { name: 'logs-empty', what: '`eth_getLogs` is `[]`', start: changed(LOGS, () => []) },
  { name: 'logs-behind', what: 'no logs of the newest blocks', start: withoutNewest(NEAR_HEAD) },
  {
    name: 'logs-partial',
    what: 'every other log is missing',
    start: changed(LOGS, (value) => logsIn(value).filter((_, index) => index % 2 === 1)),
  },
  {
    name: 'logs-at-times',
    what: '`eth_getLogs` is `[]` every other time',
    start: changed(LOGS, (_value, _request, _node, random) => (random.chance(0.5) ? [] : undefined)),
  },
  { name: 'range-1', what: 'one block at a time', start: atMost(1, () => refusal(-32600, 'eth_getLogs is limited to a 1 range')) },
  {
    name: 'range-5',
    what: 'five blocks at a time, said with HTTP 400',
    start: atMost(5, (from, to) => refusal(-32600, `requested too many blocks from ${from} to ${to}, maximum is set to 5`, 400)),
  },
  {
    name: 'range-10',
    what: 'ten blocks at a time, said as a rate limit',
    start: atMost(10, () => refusal(-32005, 'query exceeds max block range 10')),
  },
  {
    name: 'range-12',
    what: 'twelve blocks at a time, in other words',
    start: atMost(12, () => refusal(-32000, 'Block range is too large')),
  },
  {
    name: 'response-size',
    what: 'answers of more than one block are too large',
    start: atMost(1, () => refusal(-32008, 'Response is too big')),
  },
  { name: 'range-hangs', what: 'nothing comes for more than three blocks', start: atMost(3, () => ({ kind: 'hang' })) },
  { name: 'logs-doubled', what: 'each log twice', start: changed(LOGS, (value) => logsIn(value).flatMap((log) => [log, log])) },
  { name: 'logs-backwards', what: 'logs in the wrong order', start: changed(LOGS, (value) => logsIn(value).toReversed()) },
  {
    name: 'logs-removed',
    what: 'beside each log one of a block that is gone (`removed: true`)',
    start: changed(LOGS, (value) =>
      logsIn(value).flatMap((log) => [
        log,
        { ...log, removed: true, blockHash: `0x${'d'.repeat(64)}`, transactionHash: `0x${'e'.repeat(64)}` },
      ]),
    ),
  },
  {
    name: 'logs-without-block',
    what: 'logs without the hash of their block',
    start: rewritten(LOGS, ({ blockHash: _, ...log }) => ({ ...log, blockHash: null })),
  },
  {
    name: 'logs-of-others',
    what: 'logs of another contract among ours',
    start: changed(LOGS, (value) => logsIn(value).flatMap((log) => [log, { ...log, address: OTHER }])),
  },
  {
    name: 'bloom-empty',
    what: 'filters of blocks that let nothing through',
    start: rewritten(BLOCKS, (block) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })),
  },
  {
    name: 'bloom-full',
    what: 'filters of blocks that let everything through',
    start: rewritten(BLOCKS, (block) => ({ ...block, logsBloom: `0x${'f'.repeat(512)}` })),
  },
  { name: 'bloom-missing', what: 'blocks without a filter', start: rewritten(BLOCKS, ({ logsBloom: _, ...block }) => block) },
];
