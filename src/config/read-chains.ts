import { type Address, parseAddress } from '../values/address.ts';
import { DEVNET_CHAIN_ID, isEvmChain } from '../values/chain-ids.ts';
import { parseWholeNumber } from '../values/whole-number.ts';
import { isUrl, type SettingReader, splitList } from './setting-reader.ts';

const RPC_PROTOCOLS = ['http:', 'https:'];

/** The chains that the settings configure. Other settings are checked against this list, and some defaults depend on it. */
export type ChainsOfSettings = {
  /** Ids of the chains that have an RPC setting in the environment. */
  readonly chainIds: readonly number[];
  readonly isDevnetOn: boolean;
  /** Whether the local devnet is the only configured chain. */
  readonly isDevnetOnly: boolean;
};

export function readChains(reader: SettingReader): ChainsOfSettings {
  const chainIds = Object.keys(readRpcUrls(reader)).map(Number);
  const isDevnetOn = readDevnet(reader, chainIds);
  const isDevnetOnly = (isDevnetOn || chainIds.length > 0) && chainIds.every((chainId) => chainId === DEVNET_CHAIN_ID);
  return { chainIds, isDevnetOn, isDevnetOnly };
}

/** Reads the setting `DEVNET`. The devnet is on by default, unless an RPC endpoint of another chain is set. */
export function readDevnet(reader: SettingReader, chainIds: readonly number[]): boolean {
  return reader.flag('DEVNET', { default: chainIds.length === 0 });
}

/** Reads `RPC_<chainId>`: the chain's RPC endpoints, separated by commas, in order of preference. */
export function readRpcUrls(reader: SettingReader): Readonly<Record<number, readonly string[]>> {
  const urls: Record<number, readonly string[]> = {};
  for (const { name, chainId, value } of reader.perChain('RPC_')) {
    const list = splitList(value);
    if (!isEvmChain(chainId)) reader.problem(name, `${chainId} is not the id of an EVM chain`, 'chain ids of EVM chains');
    // The invalid URL is not printed, because RPC endpoint URLs often contain API keys.
    else if (!list.every((url) => isUrl(url, RPC_PROTOCOLS)))
      reader.problem(name, 'contains something that is not a URL', 'http(s) URLs, separated by commas');
    else urls[chainId] = list;
  }
  return urls;
}

/** Reads contract addresses by chain id, such as `{"137": "0x..."}`. An empty text means that the chain has no contract. */
export function readAddresses(reader: SettingReader, name: string): Readonly<Record<number, Address>> {
  const text = reader.text(name);
  if (text === undefined) return {};
  const addresses: Record<number, Address> = {};
  const refuse = (wrong: string) => reader.problem(name, wrong, 'JSON such as {"137": "0x..."} (chain id to address)');
  const parsed = parseObject(text);
  if (parsed === undefined) refuse('is not a JSON object');
  for (const [key, value] of Object.entries(parsed ?? {})) {
    if ((parseWholeNumber(key) ?? 0) === 0) refuse(`${JSON.stringify(key)} is not a chain id`);
    else if (typeof value !== 'string') refuse(`the value for chain ${key} is not text`);
    else if (value !== '') {
      const address = addressOf(value);
      if (address === undefined) refuse(`the value for chain ${key} is not an address`);
      else addresses[Number(key)] = address;
    }
  }
  return addresses;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function addressOf(text: string): Address | undefined {
  try {
    return parseAddress(text);
  } catch {
    return undefined;
  }
}
