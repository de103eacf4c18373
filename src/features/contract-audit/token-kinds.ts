/** The names of functions by which the token standard of a contract is recognized. */
export const KINDS: Readonly<Record<'ERC-20' | 'ERC-721' | 'ERC-1155' | 'ERC-4626', readonly string[]>> = {
  'ERC-20': [
    'totalSupply()',
    'balanceOf(address)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
  ],
  'ERC-721': ['ownerOf(uint256)', 'balanceOf(address)', 'setApprovalForAll(address,bool)', 'safeTransferFrom(address,address,uint256)'],
  'ERC-1155': [
    ...['balanceOf(address,uint256)', 'balanceOfBatch(address[],uint256[])', 'setApprovalForAll(address,bool)'],
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
  ],
  'ERC-4626': ['asset()', 'deposit(uint256,address)', 'convertToAssets(uint256)'],
};
