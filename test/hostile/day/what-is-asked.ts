import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Requests } from '../../support/strangers-bound.ts';
import type { Reply } from '../hostile-world.ts';

/** A request of a stranger or an honest client. `leaves` is the kind of data that the request may add to the store; null for none. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly leaves: keyof Requests | null;
  /** Called with the reply to the request. */
  readonly answered?: (reply: Reply) => void;
};

const CHAIN_ID = 137;
const USDC = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359';
const WETH = '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619';
/**
 * Lengths in characters of the long texts that strangers send. A record, an order and a sentence accept a little more than this beside
 * their other fields.
 */
const [LONG_TEXT, LONG_SENTENCE] = [15_800, 490];
/**
 * Number of writes after which a stranger uses a new wallet. It is so low that the limits per wallet (waiting records, trades and orders)
 * are never reached.
 */
const WRITES_PER_WALLET = 50;

const recordSchema = v.object({ _id: v.string() });

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const wallet = (): string => `0x${hex(20)}`;
const textOf = (characters: number): string => hex(Math.ceil(characters / 2)).slice(0, characters);

function positionOf(walletAddress: string) {
  const terms = { amount: '100', frequency: 10, interval: 864_000, chainId: { chainId: CHAIN_ID } };
  return { fromToken: USDC, toToken: WETH, walletAddress, ...terms };
}

function tradeOf(txHash: string, walletAddress: string) {
  return { txHash, walletAddress, fromChainId: CHAIN_ID, toChainId: CHAIN_ID, fromToken: USDC, toToken: WETH, amountIn: '1000000' };
}

function orderOf(walletAddress: string, said: string) {
  const traded = { fromChainId: CHAIN_ID, toChainId: CHAIN_ID, fromToken: USDC, toToken: WETH, amountIn: '1000000' };
  return { orderId: randomUUID(), walletAddress, ...traded, metaData: { said } };
}

/** A stranger that writes on every route. Each write is as large as the route accepts and uses new names. */
export function createStranger(): { readonly routes: number; round(): readonly Asked[] } {
  let mine = wallet();
  let rounds = 0;
  let position: string = randomUUID();
  let trade: string = randomUUID();

  function round(): readonly Asked[] {
    if (rounds % WRITES_PER_WALLET === 0) mine = wallet();
    rounds += 1;
    const [known, moved, next] = [position, trade, randomUUID()];
    const note = rounds % 2 === 0 ? 'first' : 'second';
    const post = (path: string, body: unknown, leaves: Asked['leaves'] = null): Asked => ({ method: 'POST', path, body, leaves });
    return [
      {
        ...post('/defi/create-position', positionOf(mine), 'records'),
        answered({ status, data }) {
          if (status === 201) position = v.parse(recordSchema, data)._id;
        },
      },
      post(`/defi/update-position/${known}`, { [note]: textOf(LONG_TEXT), [`${note}Again`]: rounds }),
      post('/defi/cancel-dca', { dcaId: known }),
      post('/defi/claim-dca', { dcaId: known }),
      {
        ...post('/defi/transaction', tradeOf(next, mine), 'trades'),
        answered({ status }) {
          if (status === 201) trade = next;
        },
      },
      { method: 'PATCH', path: `/defi/transaction/hash/${moved}`, body: { txHash: `0x${hex(32)}` }, leaves: 'moves' },
      { method: 'PATCH', path: '/defi/transaction/update', body: { txHash: moved, status: 'success' }, leaves: 'moves' },
      { method: 'GET', path: `/defi/txn/${mine}?limit=20`, leaves: null },
      post('/defi/order/create', orderOf(mine, textOf(LONG_TEXT)), 'orders'),
      post('/defi/order', orderOf(mine, textOf(LONG_TEXT)), 'orders'),
      post('/defi/save-sca', { chainId: CHAIN_ID, scaAddress: wallet(), ownerAddress: mine, label: textOf(200) }, 'smartAccounts'),
      post('/defi/wit', { message: `swap 1.5 eth to usdc ${textOf(LONG_SENTENCE - 21)}` }, 'sentences'),
      post('/defi/autopilot/preview', { policyDraft: { said: textOf(LONG_TEXT) } }),
    ];
  }
  return { routes: round().length, round };
}

/** The requests that an honest client sends in turn. It repeats the same requests, so that its data does not grow. */
export function honestRound(): readonly Asked[] {
  const mine = wallet();
  const post = (path: string, body: unknown, leaves: Asked['leaves']): Asked => ({ method: 'POST', path, body, leaves });
  const look = (path: string): Asked => ({ method: 'GET', path, leaves: null });
  return [
    post('/defi/create-position', positionOf(mine), 'records'),
    look(`/defi/get-position?walletAddress=${mine}`),
    post('/defi/transaction', tradeOf(randomUUID(), mine), 'trades'),
    look(`/defi/transaction/${mine}`),
    post('/defi/order/create', orderOf(mine, 'a few words'), 'orders'),
    look(`/defi/order/${mine}`),
    look('/common/network'),
    look('/health'),
  ];
}

/** Requests that write one row to each collection to which strangers can write. */
export function clearingRound(): readonly Asked[] {
  const mine = wallet();
  const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body, leaves: null });
  return [
    post('/defi/order/create', orderOf(mine, 'a few words')),
    post('/defi/wit', { message: 'my balance' }),
    post('/defi/save-sca', { chainId: CHAIN_ID, scaAddress: wallet(), ownerAddress: mine }),
  ];
}
