import { concat, hashTypedData, numberToHex } from 'viem';
import { parseAddress } from '../../values/address.ts';

/** The fields of CoW Protocol's `Order` struct that are hashed, in the order of the struct. */
const types = {
  Order: [
    { name: 'sellToken', type: 'address' },
    { name: 'buyToken', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'validTo', type: 'uint32' },
    { name: 'appData', type: 'bytes32' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'kind', type: 'string' },
    { name: 'partiallyFillable', type: 'bool' },
    { name: 'sellTokenBalance', type: 'string' },
    { name: 'buyTokenBalance', type: 'string' },
  ],
} as const;

type Order = {
  readonly sellToken: string;
  readonly buyToken: string;
  readonly receiver: string;
  readonly sellAmount: string;
  readonly buyAmount: string;
  readonly validTo: number;
  readonly appData: string;
  readonly feeAmount: string;
  readonly kind: string;
  readonly partiallyFillable: boolean;
  readonly sellTokenBalance: string;
  readonly buyTokenBalance: string;
};

/** Computes the id of a CoW Protocol order: its EIP-712 digest, its owner, and its expiry as four bytes (GPv2Order.packOrderUidParams). */
export function cowOrderUid(options: { chainId: number; settlement: string; owner: string; order: Order }): string {
  const { chainId, settlement, owner, order } = options;
  const digest = hashTypedData({
    domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: parseAddress(settlement) },
    types,
    primaryType: 'Order',
    message: {
      ...order,
      sellToken: parseAddress(order.sellToken),
      buyToken: parseAddress(order.buyToken),
      receiver: parseAddress(order.receiver),
      sellAmount: BigInt(order.sellAmount),
      buyAmount: BigInt(order.buyAmount),
      feeAmount: BigInt(order.feeAmount),
      appData: asBytes32(order.appData),
    },
  });
  return concat([digest, parseAddress(owner), numberToHex(order.validTo, { size: 4 })]);
}

function asBytes32(text: string): `0x${string}` {
  if (/^0x[0-9a-f]{64}$/.test(text)) return `0x${text.slice(2)}`;
  throw new RangeError('The appData of an order must be a 32-byte hash');
}
