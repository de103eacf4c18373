import { exampleOf, httpUrl } from '../../config/kinds.ts';
import { readAddresses, readRpcUrls } from '../../config/read-chains.ts';
import { hostOf, listOr } from '../../config/say.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';

const CONTRACTS =
  "Addresses of the service's contracts, by chain. These addresses are used instead of the addresses in the stored records " +
  'of the networks.';
/**
 * For each kind of contract that belongs to this service, the setting that contains the contract's addresses. The keys are the names of the
 * contracts in the Network record.
 */
export const CONTRACT_SETTINGS = {
  relayer: 'RELAYER_ADDRESSES',
  dcaVault: 'DCA_VAULT_ADDRESSES',
  autopilotVault: 'AUTOPILOT_ADDRESSES',
  rocketStaking: 'ROCKET_STAKING_ADDRESSES',
} as const;

export const catalogSettings = defineSettings({
  of: 'catalog',
  title: 'Chains and tokens',
  settings: {
    rpcUrls: setting({
      lines: [
        exampleOf(
          'RPC_<chainId>',
          'https://polygon-rpc.example.org,https://other.example.org',
          'RPC_<chainId>: the RPC endpoints of a chain, in order of preference, separated by commas.',
        ),
      ],
      read: readRpcUrls,
      say: (urls) =>
        listOr(
          Object.entries(urls).map(([chainId, ofChain]) => `${chainId} (${ofChain.map(hostOf).join(', ')})`),
          'none',
        ),
      secretsIn: (urls) => Object.values(urls).flatMap((ofChain) => ofChain.flatMap((url) => [url, ...secretsInUrl(url)])),
    }),
    contracts: setting({
      lines: Object.values(CONTRACT_SETTINGS).map((name) => exampleOf(name, '{"137": "0x..."}', CONTRACTS)),
      label: Object.values(CONTRACT_SETTINGS).join(', '),
      read: (reader) => ({
        relayer: readAddresses(reader, CONTRACT_SETTINGS.relayer),
        dcaVault: readAddresses(reader, CONTRACT_SETTINGS.dcaVault),
        autopilotVault: readAddresses(reader, CONTRACT_SETTINGS.autopilotVault),
        rocketStaking: readAddresses(reader, CONTRACT_SETTINGS.rocketStaking),
      }),
      say: (contracts) =>
        listOr(
          Object.entries(contracts).flatMap(([kind, byChain]) =>
            Object.entries(byChain).map(([chainId, address]) => `${kind} of ${chainId} at ${address}`),
          ),
          'from the Network records',
        ),
    }),
    curatedListUrl: httpUrl('CURATED_LIST_URL', {
      default: 'https://li.quest/v1/tokens',
      doc:
        'The URL of a list of tokens that are known to be genuine. The command "coxswain tokens order" requests this URL with ?chains=<chainId>. The reply ' +
        'must have the form {"tokens": {"<chainId>": [{"address": "0x..."}]}}.',
    }),
  },
});
