import { type Abi, decodeFunctionData, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem';
import type { Json } from '../../../values/json.ts';
import { autopilotVaultAbi } from '../abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import { erc20Abi } from '../abi/erc20.generated.ts';
import { multicall3Abi } from '../abi/multicall3.generated.ts';
import { relayerAbi } from '../abi/relayer.generated.ts';
import { rocketStakingAbi } from '../abi/rocket-staking.generated.ts';
import { uniswapV2RouterAbi } from '../abi/uniswap-v2-router.generated.ts';
import { uniswapV3PositionManagerAbi } from '../abi/uniswap-v3-position-manager.generated.ts';
import { uniswapV3SwapRouterAbi } from '../abi/uniswap-v3-swap-router.generated.ts';
import { uniswapV4SwapRouterAbi } from '../abi/uniswap-v4-swap-router.generated.ts';
import { weth9Abi } from '../abi/weth9.generated.ts';
import type { Hex } from '../chain.ts';

/**
 * The contract method that a call invokes. `args` contains its arguments as JSON by the parameter names of the ABI, with big numbers as
 * text.
 */
export type KnownMethod = { readonly name: string; readonly signature: string; readonly args: { readonly [name: string]: Json } };

const MORE = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  // Permit2, through which many routers take tokens.
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
]);

const BY_SELECTOR = new Map(
  [
    ...[erc20Abi, weth9Abi, MORE, relayerAbi, dcaVaultAbi, autopilotVaultAbi, rocketStakingAbi, multicall3Abi],
    ...[uniswapV2RouterAbi, uniswapV3SwapRouterAbi, uniswapV3PositionManagerAbi, uniswapV4SwapRouterAbi],
  ]
    .toReversed()
    .flatMap((abi: Abi) =>
      abi.flatMap((item) =>
        item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure'
          ? [[toFunctionSelector(item), item] as const]
          : [],
      ),
    ),
);
/** Maximum length of an argument's text in characters. */
const MOST_CHARACTERS = 200;
const MOST_ITEMS = 20;

/** Decodes which method a call invokes, by the ABIs that this program knows; null for any other method. */
export function knownMethod(data: Hex): KnownMethod | null {
  const item = BY_SELECTOR.get(data.slice(0, 10) as Hex);
  if (item === undefined) return null;
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data });
    const named = item.inputs.map(({ name }, at) => [name === undefined || name === '' ? `arg${at}` : name, toJson(args[at])] as const);
    return { name: item.name, signature: toFunctionSignature(item), args: Object.fromEntries(named) };
  } catch {
    // viem throws when the data does not match the method's parameters. The data is then a call of another method that has the same
    // selector.
    return null;
  }
}

function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return value.length <= MOST_CHARACTERS ? value : `${value.slice(0, MOST_CHARACTERS)}…`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(toJson);
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  return String(value);
}
