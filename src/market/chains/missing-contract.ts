/**
 * Returns a message that the chain has no contract at an address of the Network record, and what to do. @param name the record's field that
 * contains the address
 */
export function missingContract(name: string, address: string, chainId: number): string {
  return `There is no contract at ${address}. ${todoOf(name, chainId)}`;
}

function todoOf(name: string, chainId: number): string {
  const isRight = `Check that RPC_${chainId} serves this chain.`;
  switch (name) {
    case 'relayer':
      return `Correct RELAYER_ADDRESSES, or deploy it: coxswain contracts plan --chain ${chainId}.`;
    case 'multicall3':
      return (
        `${isRight} Every usual chain has Multicall3 there. Where it is missing, reads go one by one and take many more requests; ` +
        'anybody can place it with the signed transaction at multicall3.com.'
      );
    case 'wrappedNative':
      return (
        `${isRight} It is the wrapped coin (such as WETH). Without it Uniswap is not quoted, and on-chain prices of the coin are not ` +
        'known, so that orders may wait for a price of gas. On a chain of your own, deploy it at this address.'
      );
    default:
      return `${isRight} The address is that of the Network record.`;
  }
}
