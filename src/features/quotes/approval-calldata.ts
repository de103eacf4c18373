import { type Address, parseAddress } from '../../values/address.ts';

/** Matches calldata of `approve(address,uint256)` in lowercase hex. */
const APPROVE = /^0x095ea7b3000000000000000000000000([0-9a-f]{40})[0-9a-f]{64}$/;

/** Returns the spender of an ERC-20 approval from its calldata; null for any other call. */
export function spenderInApproval(data: string): Address | null {
  const spender = APPROVE.exec(data)?.[1];
  return spender === undefined ? null : parseAddress(`0x${spender}`);
}
