import { address, type FieldWords, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of tokens, networks and ABIs, for the page of API documentation. */
export const referenceWords: FieldWords = {
  id: { description: 'The id of the chain (EIP-155). 31337 is the local chain.', example: 31337 },
  contract: word('The name of the contract.', 'DcaVault'),
  dcaVault: address(
    'The vault that holds the tokens of DCA positions; null if the chain has none.',
    '0x5fc8d32690cc91d4c39d9d3abcbd16989f875707',
  ),
  autopilotVault: address(
    'The vault that holds the tokens of Autopilot agents; null if the chain has none.',
    '0x0165878a594ca255338adfa4d48449f69242eb8f',
  ),
  rocketStaking: address(
    'The contract in which rockets (NFTs that earn points) are staked; null if the chain has none.',
    '0x610178da211fef7d417bc0e6fed39f05609ad788',
  ),
  'nativeCurrency.name': word("The name of the chain's native coin.", 'Ether'),
  'nativeCurrency.symbol': word("The symbol of the chain's native coin.", 'ETH'),
};
