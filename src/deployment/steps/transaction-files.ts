import { keccak256, stringToBytes } from 'viem';
import { checksumAddress } from '../../platform/chain/checksum-address.ts';
import { isJsonObject } from '../../platform/chain/quantity.ts';
import type { Address } from '../../values/address.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { LookedStep } from './look-at-steps.ts';
import type { Call } from './step.ts';

/**
 * Maximum gas of the steps in one Safe transaction, in gas units. Ethereum and other chains accept at most 16.7 million gas units per
 * transaction (EIP-7825).
 */
const MOST_SAFE_GAS = 12_000_000n;

/** Prefix of the batch name in each file for a Safe; a file whose batch name has this prefix was written by this program. */
const SAFE_NAME = 'Coxswain contracts, part';

type Written = LookedStep & { readonly call: Call };

/**
 * Returns the steps that are still needed, in order, as transactions for any wallet or signer. Each contains the account that must send it
 * (null: any account).
 */
export function unsignedTransactions(chainId: number, looked: readonly LookedStep[]): JsonObject {
  return {
    chainId,
    transactions: neededOf(looked).map(({ step, gas, call }) => ({
      ...{ step: step.id, what: step.what, from: step.sender, to: call.to, value: call.value.toString(), data: call.data },
      gas: gas === null ? null : gas.units.toString(),
    })),
  };
}

/**
 * Returns the steps that are still needed as files for the Safe's transaction builder ("Drag and drop a JSON file"). Each file is one Safe
 * transaction with several calls, made in order.
 * @param safe the admin's address, which is the Safe
 * @param atMs creation time of the files
 */
export function safeBatches(chainId: number, safe: Address, looked: readonly LookedStep[], atMs: number): readonly JsonObject[] {
  const batches: Written[][] = [];
  let gasOfLast = 0n;
  for (const each of neededOf(looked).filter(({ step }) => step.sender === null || step.sender === safe)) {
    const units = each.gas?.units ?? 0n;
    const last = batches.at(-1);
    if (last === undefined || gasOfLast + units > MOST_SAFE_GAS) {
      batches.push([each]);
      gasOfLast = units;
    } else {
      last.push(each);
      gasOfLast += units;
    }
  }
  return batches.map((batch, index) => {
    const file = {
      version: '1.0',
      chainId: String(chainId),
      createdAt: atMs,
      meta: {
        name: `${SAFE_NAME} ${index + 1} of ${batches.length}`,
        description: batch.map(({ step }) => step.what).join('; '),
        txBuilderVersion: '1.18.0',
        createdFromSafeAddress: checksumAddress(safe),
        createdFromOwnerAddress: '',
      },
      transactions: batch.map(({ call }) => ({
        ...{ to: checksumAddress(call.to), value: call.value.toString(), data: call.data },
        ...{ contractMethod: null, contractInputsValues: null },
      })),
    };
    return { ...file, meta: { ...file.meta, checksum: safeChecksum(file) } };
  });
}

/** Whether the content is that of a file written by `unsignedTransactions` or `safeBatches`. */
export function isTransactionFile(content: unknown): boolean {
  if (!isJsonObject(content) || !Array.isArray(content.transactions)) return false;
  const { meta, transactions } = content;
  if (isJsonObject(meta)) return typeof meta.name === 'string' && meta.name.startsWith(SAFE_NAME);
  return typeof content.chainId === 'number' && transactions.every((each) => isJsonObject(each) && typeof each.step === 'string');
}

/**
 * Computes the checksum with which the Safe's transaction builder detects changed files. It covers all fields except the checksum itself,
 * with the name as null (safe-global/safe-react-apps, `apps/tx-builder/src/lib/checksum.ts`).
 */
export function safeChecksum(file: JsonObject & { readonly meta: JsonObject }): string {
  const { checksum: _own, ...meta } = file.meta;
  return keccak256(stringToBytes(serialized({ ...file, meta: { ...meta, name: null } })));
}

function serialized(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(serialized).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${JSON.stringify(members.map(([name]) => name))}${members.map(([, each]) => `${serialized(each)},`).join('')}}`;
}

function neededOf(looked: readonly LookedStep[]): readonly Written[] {
  return looked.flatMap((each) => (each.state.kind === 'needed' ? [{ ...each, call: each.state.call }] : []));
}
