import * as v from 'valibot';
import { type Network, networkSchema } from '../../market/networks/network.ts';
import type { Address } from '../../values/address.ts';
import { defineCommand } from '../command.ts';
import { addressOf } from '../contracts/contract-options.ts';
import { adminNode, change, yesOrNo } from '../operator/admin-node.ts';
import { readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const ADDRESS = 'ADDRESS';
const NONE = 'none';

export const adminNetworks = defineCommand({
  name: 'admin networks',
  parameters: '[CHAIN] [--url URL [--token T]] [--json]',
  summary: 'list the stored networks of a running node, hidden ones included; with CHAIN, show the whole record of that network',
  arguments: { chain: '[CHAIN]' },
  options: REACH_OPTIONS,
  async run({ chain }, values, context) {
    const node = adminNode(values, context);
    const chainId = chain === undefined ? null : wholeNumber('CHAIN', chain, 1);
    const all = readReply(v.array(networkSchema), await node.get('/networks'), node).filter(({ id }) => chainId === null || id === chainId);
    if (chainId !== null && all.length === 0) throw new UsageError(`there is no network with the chain id ${chainId}`);
    if (values.json === true) context.say(JSON.stringify(all));
    else if (chainId !== null) context.say(JSON.stringify(all[0], null, 2));
    else for (const line of table(['CHAIN', 'NAME', 'SHOWN', 'LAUNCHPAD', 'RPCS', 'CONTRACTS'], all.map(rowOf))) context.say(line);
  },
});

export const adminNetwork = defineCommand({
  name: 'admin network',
  parameters: 'CHAIN [--show yes|no] [--launchpad yes|no] [--rpc-urls URLS] [OPTIONS]',
  summary: 'change a network: whether it is shown, its launchpad, its endpoints for wallets, or its contracts; asks for confirmation',
  arguments: { chain: 'CHAIN' },
  options: {
    show: text('yes|no', 'whether users see the network in lists and by its chain id'),
    launchpad: text('yes|no', 'whether the launchpad of the network is enabled'),
    'rpc-urls': text('URLS', 'public endpoints that are given to wallets, separated by commas; "none" for no endpoint'),
    relayer: text(ADDRESS, 'the network\'s relayer contract, or "none"'),
    'dca-vault': text(ADDRESS, 'the network\'s DCA vault, or "none"'),
    'autopilot-vault': text(ADDRESS, 'the network\'s Autopilot vault, or "none"'),
    'rocket-staking': text(ADDRESS, 'the contract in which rockets (NFTs) are staked, or "none"'),
    ...YES_OPTION,
    ...REACH_OPTIONS,
  },
  async run({ chain }, values, context) {
    const chainId = wholeNumber('CHAIN', chain, 1);
    const contracts = {
      ...contractOf('relayer', '--relayer', values.relayer),
      ...contractOf('dcaVault', '--dca-vault', values['dca-vault']),
      ...contractOf('autopilotVault', '--autopilot-vault', values['autopilot-vault']),
      ...contractOf('rocketStaking', '--rocket-staking', values['rocket-staking']),
    };
    const urls = values['rpc-urls'];
    const body = {
      ...(values.show === undefined ? {} : { show: yesOrNo('--show', values.show) }),
      ...(values.launchpad === undefined ? {} : { launchpad: { enabled: yesOrNo('--launchpad', values.launchpad) } }),
      ...(urls === undefined ? {} : { rpcUrls: urls === NONE ? [] : urls.split(',').map((url) => url.trim()) }),
      ...(Object.keys(contracts).length === 0 ? {} : { contracts }),
    };
    if (Object.keys(body).length === 0)
      throw new UsageError('give at least one option that says what to change; "admin networks CHAIN" shows the network as it is');
    await change({ path: `/networks/${chainId}`, body, question: `Change network ${chainId}: ${JSON.stringify(body)}?` }, values, context);
  },
});

function contractOf(name: string, option: string, given: string | undefined): { readonly [name: string]: Address | null } {
  if (given === undefined) return {};
  return { [name]: given === NONE ? null : addressOf(option, given) };
}

function rowOf({ id, name, show, launchpad, rpcUrls, contracts }: Network): string[] {
  const { relayer, dcaVault, autopilotVault, rocketStaking } = contracts;
  const own = Object.entries({ relayer, dcaVault, autopilotVault, rocketStaking }).flatMap(([key, address]) =>
    address == null ? [] : [key],
  );
  return [String(id), name, yesText(show), yesText(launchpad.enabled), String(rpcUrls.length), own.length === 0 ? '-' : own.join(', ')];
}

function yesText(is: boolean): string {
  return is ? 'yes' : 'no';
}
