import { address, type FieldWords, plain, wallet, word } from '../../http/docs/words/units.ts';

/** The fields of smart accounts, for the API page. */
export const smartAccountWords: FieldWords = {
  scaAddress: address('The address of the smart account.', '0x90f79bf6eb2c4f870365e785982e1f101e93b906'),
  ownerAddress: wallet('The wallet that owns the smart account.'),
  factory: address('The contract that made the smart account; null if it is not known.', '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'),
  salt: word('The salt that gave the smart account its address; null if it is not known.', '0'),
  isSigned: plain('Whether the owner signed for this record.'),
  isNamedByAccount: plain('Whether the smart account itself names this owner on its chain.'),
  isVerified: plain('Whether the ownership is proved, in one way or the other.'),
  timestamp: word('The time of signing, in milliseconds since 1970; at most 5 minutes from now.', 1_769_860_800_000),
};
