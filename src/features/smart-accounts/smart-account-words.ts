import { address, type FieldWords, plain, wallet, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of smart accounts, for the page of API documentation. */
export const smartAccountWords: FieldWords = {
  scaAddress: address('The address of the smart account.', '0x90f79bf6eb2c4f870365e785982e1f101e93b906'),
  ownerAddress: wallet('The wallet that is registered as the owner of the smart account.'),
  factory: address('The contract that deploys the smart account; null if it is not known.', '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'),
  salt: word('The salt from which the address of the smart account is computed; null if it is not known.', '0'),
  isSigned: plain('Whether the owner signed the request that registered the smart account.'),
  isNamedByAccount: plain('Whether the contract of the smart account reports this owner.'),
  isVerified: plain('Whether both `isSigned` and `isNamedByAccount` are true, so that the account belongs to this owner.'),
  timestamp: word(
    'The time of signing, in milliseconds since 1970. It may differ from the current time by at most 5 minutes.',
    1_769_860_800_000,
  ),
};
