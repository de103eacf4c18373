import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const terms = {
  ...{ orderId: 'ORDER-1', walletAddress: SAMPLE.wallet, fromChainId: SAMPLE.chainId, toChainId: SAMPLE.chainId },
  ...{ fromToken: SAMPLE.usdc, toToken: SAMPLE.weth, amountIn: '100000000' },
};

export const orderNotes: NotesByRoute = joinNotes(
  notesOf(['POST /defi/order', 'POST /defi/order/create'], {
    body: terms,
    errors: [
      gives('order-exists', 409, 'An order with this id already exists with different contents.'),
      gives('order-too-large', 413, 'The order is larger than the maximum size.'),
    ],
  }),
);
