import { address, baseUnits, count, type FieldWords, plain, wei, word } from '../../http/docs/words/units.ts';

/** The fields of trades that the relayer signs, for the API page. */
export const relayerWords: FieldWords = {
  metaTx: plain('The trade, as `GET /defi/swap/{id}` returned it.'),
  nonce: count('Makes the signature valid only once.', 1),
  target: address('The contract that the Relayer calls.', '0xcf7ed3acca5a467e9e704c603e8d87f634fb0fc9'),
  deadline: count('Until when the trade is valid, in seconds since 1970.', 1_769_861_400),
  value: wei('What is sent along.', '0'),
  amountIn: baseUnits('The amount that is spent.', '100000000'),
  approvalData: word('The call data of the approval, as hex; null if none is needed.', '0x095ea7b3'),
  executeData: word('The call data of the trade, as hex.', '0x5f575529'),
};
