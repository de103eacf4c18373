import { address, baseUnits, count, type FieldWords, plain, wei, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of trades that the relayer signs, for the page of API documentation. */
export const relayerWords: FieldWords = {
  metaTx: plain('The trade as `metaTx` in the reply of `GET /defi/swap/{id}`.'),
  nonce: count('A number that the wallet has not used yet. It makes the signature valid only once.', 1),
  target: address('The contract of the provider, which the Relayer contract calls.', '0xcf7ed3acca5a467e9e704c603e8d87f634fb0fc9'),
  deadline: count('Until when the signature is valid, in seconds since the start of 1970 (UTC).', 1_769_861_400),
  value: wei("The amount of the chain's native coin that the transaction sends with the call.", '0'),
  amountIn: baseUnits('The amount of the input token that the trade spends.', '100000000'),
  approvalData: word('The calldata of the approval transaction, as hex; null if no approval is needed.', '0x095ea7b3'),
  executeData: word('The calldata of the trade, as hex.', '0x5f575529'),
};
