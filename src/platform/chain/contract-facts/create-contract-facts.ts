import { keccak256, numberToHex, parseAbi, stringToBytes, toFunctionSelector } from 'viem';
import { type Address, NO_ADDRESS, parseAddress } from '../../../values/address.ts';
import { instructionsIn, OP, reachable } from '../../../values/evm-instructions.ts';
import { foreignText } from '../../../values/foreign-text.ts';
import { parseHash } from '../../../values/hash.ts';
import type { ChainReads, Hex } from '../chain.ts';
import type { ContractFacts, Holder, ProxyKind, ProxyTarget } from './contract-facts.ts';

/** Gas limit of one call to an untrusted contract, in gas units. */
const GAS_EACH = 300_000n;
/** Maximum length in characters of a contract's name and symbol. */
const MOST_CHARACTERS = 100;
/** Number of characters of a contract's text that are cleaned. The rest is cut before, because the text may be very long. */
const MOST_READ = 1_000;
/** The longest delay of a timelock in seconds, about 136 years. A contract that states a longer one is no timelock. */
const MOST_DELAY_SEC = 2n ** 32n;

/** An address that no list of blocked wallets names. */
const SOMEBODY = '0x000000000000000000000000000000000000ba0d';

const ABI = parseAbi([
  'function owner() view returns (address)',
  'function getOwner() view returns (address)',
  'function paused() view returns (bool)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function implementation() view returns (address)',
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getMinDelay() view returns (uint256)',
]);

/** Computes the storage slot in which an EIP-1967 proxy stores an address: the hash of the slot's name, minus one. */
function slotOf(name: string): Hex {
  return numberToHex(BigInt(keccak256(stringToBytes(name))) - 1n, { size: 32 });
}

const IMPLEMENTATION = slotOf('eip1967.proxy.implementation');
const BEACON = slotOf('eip1967.proxy.beacon');
const ADMIN = slotOf('eip1967.proxy.admin');
const PROXIABLE: Hex = keccak256(stringToBytes('PROXIABLE'));
const OPENZEPPELIN: Hex = keccak256(stringToBytes('org.zeppelinos.proxy.implementation'));

/** Matches the code of minimal proxies: EIP-1167, also with appended arguments, and the shorter form of EIP-7511. */
const MINIMAL = /^0x(?:363d3d373d3d3d363d73|365f5f375f5f365f73)([0-9a-f]{40})5af43d/;
/** Maximum length of the code of other forms of minimal proxies in bytes. Longer code is another kind of contract. */
const MOST_MINIMAL = 300;
const DELEGATED = /^0xef0100([0-9a-f]{40})$/;

/** The opcodes of instructions that act on other contracts or on storage. */
const ACTS: ReadonlySet<number> = new Set([
  ...[OP.SLOAD, OP.SSTORE, OP.CREATE, OP.CALL, OP.CALLCODE, OP.DELEGATECALL, OP.CREATE2, OP.STATICCALL, OP.SELFDESTRUCT],
]);

export const contractFacts: ContractFacts = {
  codeHash: (code) => parseHash(keccak256(code)),
  selectorOf: (signature) => toFunctionSelector(signature),

  async proxyTarget(reads, address, code) {
    const inCode = targetInCode(code);
    if (inCode !== null) return inCode;
    const admin = await stored(reads, address, ADMIN);
    const named = (kind: ProxyKind, implementation: Address, beacon: Address | null = null) => ({ kind, implementation, beacon, admin });
    const implementation = await stored(reads, address, IMPLEMENTATION);
    if (implementation !== null) return named('eip-1967', implementation);
    const beacon = await stored(reads, address, BEACON);
    if (beacon !== null) {
      const [answer] = await reads.readContracts([{ address: beacon, abi: ABI, functionName: 'implementation' }] as const, {
        gasEach: GAS_EACH,
      });
      return named('eip-1967-beacon', answer.status === 'success' ? parseAddress(answer.result) : NO_ADDRESS, beacon);
    }
    const proxiable = await stored(reads, address, PROXIABLE);
    if (proxiable !== null) return named('eip-1822', proxiable);
    const older = await stored(reads, address, OPENZEPPELIN);
    return older === null ? null : named('openzeppelin-2018', older);
  },

  async answersOf(reads, address) {
    const ask = { address, abi: ABI } as const;
    const [owner, getOwner, paused, name, symbol] = await reads.readContracts(
      [
        { ...ask, functionName: 'owner' },
        { ...ask, functionName: 'getOwner' },
        { ...ask, functionName: 'paused' },
        { ...ask, functionName: 'name' },
        { ...ask, functionName: 'symbol' },
      ] as const,
      { gasEach: GAS_EACH },
    );
    const named = owner.status === 'success' ? owner.result : getOwner.status === 'success' ? getOwner.result : null;
    return {
      owner: named === null ? null : parseAddress(named),
      isPaused: paused.status === 'success' ? paused.result : null,
      name: name.status === 'success' ? lineOf(name.result) : null,
      symbol: symbol.status === 'success' ? lineOf(symbol.result) : null,
    };
  },

  async yesOrNo(reads, address, signatures) {
    const calls = signatures.map((signature) => {
      const functionName = signature.slice(0, signature.indexOf('('));
      const one = { type: 'function', stateMutability: 'view', name: functionName } as const;
      const abi = [{ ...one, inputs: [{ name: '', type: 'address' }], outputs: [{ name: '', type: 'bool' }] }] as const;
      return { address, abi, functionName, args: [SOMEBODY] } as const;
    });
    const answers = await reads.readContracts(calls, { gasEach: GAS_EACH });
    return signatures.filter((_, at) => answers[at]?.status === 'success');
  },

  async holderOf(reads, address): Promise<Holder> {
    if (address === NO_ADDRESS || /^0x0{36}dead$/.test(address)) return { kind: 'nobody' };
    const code = await reads.getCode(address);
    if (code === '0x' || DELEGATED.test(code)) return { kind: 'wallet' };
    const ask = { address, abi: ABI } as const;
    const [threshold, owners, delay] = await reads.readContracts(
      [
        { ...ask, functionName: 'getThreshold' },
        { ...ask, functionName: 'getOwners' },
        { ...ask, functionName: 'getMinDelay' },
      ] as const,
      { gasEach: GAS_EACH },
    );
    // A contract may answer with any numbers, so only those that a multisig or a timelock can have are accepted.
    if (threshold.status === 'success' && owners.status === 'success') {
      const [needed, signers] = [threshold.result, owners.result.length];
      if (needed >= 1n && needed <= BigInt(signers)) return { kind: 'multisig', threshold: Number(needed), owners: signers };
    }
    const isDelay = delay.status === 'success' && delay.result <= MOST_DELAY_SEC;
    return isDelay ? { kind: 'timelock', delaySec: Number(delay.result) } : { kind: 'contract' };
  },
};

/** Returns a text of a contract as one line of visible characters; null when nothing visible is left. */
function lineOf(text: string): string | null {
  const line = foreignText(text.slice(0, MOST_READ), MOST_CHARACTERS);
  return line === '' ? null : line;
}

function targetInCode(code: Hex): ProxyTarget | null {
  const base = { beacon: null, admin: null } as const;
  const delegated = DELEGATED.exec(code)?.[1];
  if (delegated !== undefined) return { ...base, kind: 'eip-7702', implementation: parseAddress(`0x${delegated}`) };
  const target = MINIMAL.exec(code)?.[1] ?? (code.length <= 2 + 2 * MOST_MINIMAL ? onlyTargetIn(code) : undefined);
  return target === undefined ? null : { ...base, kind: 'eip-1167', implementation: parseAddress(`0x${target}`) };
}

/**
 * Finds the address to which a minimal proxy of another form (such as those of Vyper and Solady) forwards its calls: the code pushes it
 * directly before GAS and DELEGATECALL, and has no other instruction that calls, creates or reads and writes storage. The address may be
 * shorter than 20 bytes when it begins with zeros.
 */
function onlyTargetIn(code: Hex): string | undefined {
  const reached = reachable(instructionsIn(Uint8Array.from(Buffer.from(code.slice(2), 'hex'))));
  const [call, ...others] = [...reached.keys()].filter((at) => ACTS.has(reached[at]?.op ?? 0));
  if (call === undefined || others.length > 0) return undefined;
  const [push, gas, last] = reached.slice(Math.max(0, call - 2), call + 1);
  if (push === undefined || gas?.op !== OP.GAS || last?.op !== OP.DELEGATECALL) return undefined;
  if (push.op < OP.PUSH16 || push.op > OP.PUSH20) return undefined;
  return Buffer.from(push.pushed).toString('hex').padStart(40, '0');
}

/** Returns the address in a storage slot; null when there is none. A slot whose other 12 bytes are not zero does not contain an address. */
async function stored(reads: ChainReads, address: Address, slot: Hex): Promise<Address | null> {
  const word = await reads.getStorageAt(address, slot);
  const found = /^0x0{24}([0-9a-f]{40})$/i.exec(word)?.[1];
  if (found === undefined) return null;
  const target = parseAddress(`0x${found}`);
  return target === NO_ADDRESS ? null : target;
}
