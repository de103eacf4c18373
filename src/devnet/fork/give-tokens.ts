import { concat, encodeAbiParameters, encodeFunctionData, type Hex, isHex, keccak256, numberToHex, pad, stringToHex } from 'viem';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { Address } from '../../values/address.ts';
import { type JsonRpc, JsonRpcError } from '../guard/json-rpc.ts';
import { sendFrom } from './send-from.ts';

export type Given = { readonly ok: true; readonly how: string } | { readonly ok: false; readonly reason: string };

/**
 * Number of storage positions at which the mapping of balances is searched. Real tokens have this mapping among their first state
 * variables.
 */
const MOST_POSITIONS = 200;
/**
 * Base of the test values that are written into candidate storage slots. Each slot gets this base plus the slot's index. The base is small,
 * because some tokens store flags in the high bits of a balance.
 */
const MARK = 10n ** 12n;

/**
 * Gives an account on a fork an amount of a token: writes the balance into the token's storage, or transfers it from a holder.
 * @param holder an account with enough of the token; null: the storage slot of the balance is found by trial
 */
export async function giveTokens(
  rpc: JsonRpc,
  {
    token,
    to,
    amount,
    holder,
  }: { readonly token: Address; readonly to: Address; readonly amount: bigint; readonly holder: Address | null },
): Promise<Given> {
  return holder === null ? await writeBalance(rpc, token, to, amount) : await takeFrom(rpc, { token, to, amount, holder });
}

async function writeBalance(rpc: JsonRpc, token: Address, to: Address, amount: bigint): Promise<Given> {
  const slots = slotsOf(to);
  const found = await markedSlot(rpc, token, to, slots);
  if (found === null) {
    const reason = `${token} keeps its balances in none of ${slots.length} usual places. Name an account that has the token with --holder.`;
    return { ok: false, reason };
  }
  await rpc('anvil_setStorageAt', [token, found.slot, numberToHex(amount, { size: 32 })]);
  const balance = await balanceOf(rpc, token, to);
  if (balance === amount) return { ok: true, how: found.what };
  const reason = `${token} shows a balance of ${balance} after ${amount} was written. Name an account that has the token with --holder.`;
  return { ok: false, reason };
}

type Slot = { readonly slot: Hex; readonly what: string };

/**
 * Returns the storage slots in which a token may store an account's balance. Solidity and Vyper compute the slot differently, and some
 * libraries use locations of their own.
 */
function slotsOf(account: Address): readonly Slot[] {
  const key = pad(account);
  const positions = Array.from({ length: MOST_POSITIONS }, (_, position) => ({ position, word: numberToHex(position, { size: 32 }) }));
  return [
    ...positions.map(({ position, word }) => ({ slot: keccak256(concat([key, word])), what: `mapping ${position} (Solidity)` })),
    ...positions.map(({ position, word }) => ({ slot: keccak256(concat([word, key])), what: `mapping ${position} (Vyper)` })),
    { slot: keccak256(concat([key, erc7201('openzeppelin.storage.ERC20')])), what: 'the namespace of OpenZeppelin' },
    { slot: keccak256(concat([account, numberToHex(SOLADY_SEED, { size: 12 })])), what: 'the slot of Solady' },
  ];
}

const SOLADY_SEED = 0x87a211a2;

/** Computes the storage location of a namespace (ERC-7201). */
function erc7201(name: string): Hex {
  const id = BigInt(keccak256(stringToHex(name))) - 1n;
  const word = BigInt(keccak256(encodeAbiParameters([{ type: 'uint256' }], [id])));
  return numberToHex(word & ~0xffn, { size: 32 });
}

/**
 * Finds the storage slot of a balance. A simulated call writes a different test value into each candidate slot; the value that the token
 * returns as the balance identifies the slot.
 */
async function markedSlot(rpc: JsonRpc, token: Address, account: Address, slots: readonly Slot[]): Promise<Slot | null> {
  const stateDiff = Object.fromEntries(slots.map(({ slot }, index) => [slot, numberToHex(MARK + BigInt(index), { size: 32 })]));
  const shown = await balanceOf(rpc, token, account, { [token]: { stateDiff } });
  const index = shown === null ? -1 : Number(shown - MARK);
  return slots[index] ?? null;
}

async function takeFrom(
  rpc: JsonRpc,
  { token, to, amount, holder }: { readonly token: Address; readonly to: Address; readonly amount: bigint; readonly holder: Address },
): Promise<Given> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  await rpc('anvil_impersonateAccount', [holder]);
  await rpc('anvil_setBalance', [holder, numberToHex(10n ** 18n)]);
  try {
    await sendFrom(rpc, { from: holder, to: token, data });
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error;
    return { ok: false, reason: `${holder} cannot give ${amount} base units of ${token}: ${error.message}` };
  }
  const balance = await balanceOf(rpc, token, to);
  if (balance === amount) return { ok: true, how: `from ${holder}` };
  return { ok: false, reason: `${holder} gave ${balance ?? 0n} base units of ${token} instead of ${amount}. Name another holder.` };
}

/** Reads a token balance; returns null when the contract does not answer as a token. */
async function balanceOf(rpc: JsonRpc, token: Address, account: Address, overrides?: object): Promise<bigint | null> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
  try {
    const answer = await rpc('eth_call', [{ to: token, data }, 'latest', ...(overrides === undefined ? [] : [overrides])]);
    return isHex(answer) && answer.length === 66 ? BigInt(answer) : null;
  } catch (error) {
    if (error instanceof JsonRpcError) return null;
    throw error;
  }
}
