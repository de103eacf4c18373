/**
 * Returns a message that the chain has no contract at an address of the Network record, and what an operator can do. @param name the
 * record's field that contains the address
 */
export function missingContract(name: string, address: string, chainId: number): string {
  return `There is no contract at ${address}. ${todoOf(name, chainId)}`;
}

function todoOf(name: string, chainId: number): string {
  const isRight = `Check that RPC_${chainId} serves this chain.`;
  switch (name) {
    case 'relayer':
      return `Correct RELAYER_ADDRESSES, or deploy the relayer: coxswain contracts plan --chain ${chainId}.`;
    case 'multicall3':
      return (
        `${isRight} Multicall3 has this address on all common chains. Without this contract, values are read one by one with many ` +
        'more requests. Anybody can deploy the contract with the signed transaction at multicall3.com.'
      );
    case 'wrappedNative':
      return (
        `${isRight} The contract is the wrapped coin (such as WETH). Without this contract, Uniswap returns no quotes and the coin ` +
        'has no on-chain price, so orders may wait because the price of gas is unknown. On a chain of your own, deploy the ' +
        'contract at this address.'
      );
    default:
      return `${isRight} The address comes from the Network record.`;
  }
}
