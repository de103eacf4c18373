import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const FIRST = 'Record a trade with `POST /defi/transaction`.';
const NOT_FOUND = gives('transaction-not-found', 404, 'No trade with this hash or id exists.');
const TAKEN = gives('hash-taken', 409, 'Another record has this transaction hash.');
const HASH = gives('invalid-hash', 400, 'Expected the hash of a transaction, or the UUID of a record.');
const CLAIMS = gives('too-many-claims', 429, 'This client has reported too many bridge transfers. Try again later.');

/** Example requests and possible errors of the routes of trades, for the page of API documentation. */
export const tradeNotes: NotesByRoute = joinNotes(
  {
    'POST /defi/transaction': {
      body: {
        ...{ txHash: SAMPLE.uuid, walletAddress: SAMPLE.wallet, type: 'swap', fromChainId: SAMPLE.chainId, toChainId: SAMPLE.chainId },
        ...{ fromToken: SAMPLE.usdc, toToken: SAMPLE.weth, amountIn: '100000000' },
      },
      errors: [gives('transaction-exists', 409, 'A record with this id already exists with different contents.')],
    },
    'PATCH /defi/transaction/hash/{hash}': {
      ...{ first: FIRST, params: { hash: SAMPLE.uuid }, body: { txHash: SAMPLE.hash } },
      errors: [
        HASH,
        TAKEN,
        gives(
          'hash-is-confirmed',
          409,
          'The chain has confirmed a different transaction for this trade, so the hash can no longer be changed.',
        ),
        gives('trade-is-settled', 409, 'The trade has ended, so its hash can no longer be changed.'),
        gives('hash-contended', 503, 'Other requests are changing this hash at the same time. Try again.'),
      ],
    },
    'PATCH /defi/transaction/update': { first: FIRST, body: { txHash: SAMPLE.uuid, status: 'success' }, errors: [HASH] },
    'GET /defi/tx/{hash}': { first: FIRST, params: { hash: SAMPLE.uuid } },
    'GET /defi/txHash/{txHash}': { first: FIRST, params: { txHash: SAMPLE.uuid } },
    'GET /defi/tx/wallet/{address}': { params: { address: SAMPLE.wallet } },
    'GET /defi/transaction/{walletAddress}/{id}': { first: FIRST, params: { id: SAMPLE.uuid } },
    'GET /transaction/{walletAddress}/{id}': { first: FIRST, params: { id: SAMPLE.uuid } },
    'POST /defi/bridge/qube': {
      ...{ body: { txHash: SAMPLE.hash, walletAddress: SAMPLE.wallet, status: 'success' }, errors: [HASH, CLAIMS] },
    },
  },
  notesOf(
    [
      'PATCH /defi/transaction/hash/{hash}',
      'PATCH /defi/transaction/update',
      'GET /defi/tx/{hash}',
      'GET /defi/txHash/{txHash}',
      'GET /defi/transaction/{walletAddress}/{id}',
      'GET /transaction/{walletAddress}/{id}',
    ],
    { errors: [NOT_FOUND] },
  ),
);
