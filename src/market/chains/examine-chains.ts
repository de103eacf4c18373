import { settingsOf } from '../../config/compile-settings.ts';
import type { ExamineChain, Examined } from '../../module/examination.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { compareEndpoints } from '../../platform/chain/compare-endpoints.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { catalogSettings } from '../catalog/settings.ts';
import { findComingDevnet, findStoppedDevnet, isLocalDevnet } from '../devnet/examine-devnet.ts';
import { devnetSettings } from '../devnet/settings.ts';
import { createNetworks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { examineAbilities } from './examine-endpoint.ts';
import { examineExecutor } from './examine-executor.ts';
import { examineRemoteSigner } from './examine-remote-signer.ts';
import { examineRollup } from './examine-rollup.ts';
import { examineVaults, noContractsTrouble, VAULT_NAMES, vaultTroubles } from './examine-vaults.ts';
import { foreignRecords } from './foreign-records.ts';
import { missingContract } from './missing-contract.ts';
import { type OpenChains, openChains } from './open-chains.ts';

/**
 * Maximum number of seconds by which the newest block's time may be ahead of this node's clock. A block from the future means that this
 * node's clock is slow.
 */
const MOST_AHEAD_SEC = 15;
/**
 * Maximum number of seconds by which the newest block's time may be behind this node's clock. An older newest block means that the RPC
 * endpoint lags or this node's clock is fast.
 */
const MOST_BEHIND_SEC = 300;

type ExecutorKeys = Parameters<typeof openChains>[0];

/**
 * Checks every chain for which this node has an RPC endpoint: endpoints, contracts, the executor, the checks of other modules, and the
 * clock.
 */
export async function examineChains(
  examined: Examined,
  { executorKeys }: { readonly executorKeys: ExecutorKeys },
  examineChain: ExamineChain,
): Promise<readonly Finding[]> {
  const { config, records } = examined;
  const settings = settingsOf(config, catalogSettings);
  const networks = createNetworks({ records, settings });
  if ((await networks.list()).length === 0) await networks.seed();
  const open = await openChains(executorKeys, { networks, log, remote: { token: config.signerUrlToken } });
  const findings: Finding[] = [...(await foreignRecords(networks, settingsOf(config, devnetSettings).isEnabled))];
  for (const chainId of open.chains.chainIds) {
    const network = await networks.get(chainId);
    if (network !== null) findings.push(...(await examineNetwork(examined, open, network, examineChain)));
  }
  const unknown = Object.keys(settings.rpcUrls)
    .map(Number)
    .filter((chainId) => !open.chains.has(chainId));
  for (const chainId of unknown)
    findings.push(
      wrong(`chain ${chainId}`, `The store has no Network record of this chain, so RPC_${chainId} is not used. Check the chain id.`),
    );
  if (findings.length > 0) return findings;
  return [findComingDevnet(config) ?? wrong('chains', 'No chain has an endpoint. Set RPC_<chainId>, or DEVNET=1.')];
}

/**
 * Checks an executor key other than the main one: the vaults must accept it too, and its address must have enough balance to pay for gas.
 */
async function examineAnotherExecutor(chain: Chain, network: EffectiveNetwork, executor: Address): Promise<readonly Finding[]> {
  const check = `chain ${network.id} executor ${executor}`;
  const vaults = await looked(check, 'Try again.', async () => {
    const trouble = await vaultTroubles(chain, network, [executor]);
    return trouble === null ? ok(check, 'the vaults accept this executor') : wrong(check, trouble);
  });
  return [vaults, await examineExecutor(chain, network, executor)];
}

async function examineNetwork(
  examined: Examined,
  open: OpenChains,
  network: EffectiveNetwork,
  examineChain: ExamineChain,
): Promise<readonly Finding[]> {
  const { id, nodeUrls, nativeCurrency } = network;
  const chain = open.chains.of(id);
  const stopped = await findStoppedDevnet(examined.config, chain);
  if (stopped !== null) return [stopped];
  const findings: Finding[] = [];
  for (const [index, url] of nodeUrls.entries()) findings.push(await endpoint(network, index, url));
  if (nodeUrls.length > 1) findings.push(await agreement(network, chain.confirmations));
  for (const [name, address] of Object.entries(network.contracts)) {
    if (typeof address === 'string' && !VAULT_NAMES.includes(name)) findings.push(await contract(chain, name, address));
  }
  const executor = open.executorOf(id);
  const noContracts = executor === null ? null : noContractsTrouble(network);
  if (noContracts !== null) findings.push(wrong(`chain ${id} contracts`, noContracts));
  findings.push(...(await examineVaults(chain, network, executor)));
  findings.push(await examineExecutor(chain, network, executor));
  for (const each of open.executorsOf(id)) findings.push(...(await examineRemoteSigner(open.signers.of(id, each), 'executor')));
  for (const another of open.executorsOf(id).slice(1)) findings.push(...(await examineAnotherExecutor(chain, network, another)));
  const rollup = await examineRollup(chain, network);
  if (rollup !== null) findings.push(rollup);
  findings.push(...(await examineChain({ ...examined, chain, coin: nativeCurrency, relayer: network.contracts.relayer })));
  // A devnet creates blocks only on demand, so its newest block can be of any age, and its time is not checked.
  if (!isLocalDevnet(examined.config, id)) findings.push(await chainClock(chain, examined.clock));
  return findings;
}

/**
 * Checks one RPC endpoint of a chain. Each endpoint is checked separately, because a failing endpoint would not be noticed while other
 * endpoints of the chain work. The finding names only the endpoint's host, since the rest of the URL may be a key.
 */
function endpoint({ id, confirmations, nodeUrls }: EffectiveNetwork, index: number, url: string): Promise<Finding> {
  const host = URL.parse(url)?.host ?? 'an endpoint';
  const check = `chain ${id} endpoint ${nodeUrls.length === 1 ? '' : `${index + 1} `}(${host})`;
  return looked(check, `Fix RPC_${id}.`, async () => {
    const chain = createChains({ networks: [{ chainId: id, rpcUrls: [url], confirmations }], log, abis: [] }).of(id);
    const answered = await chain.getChainId();
    if (answered !== id) return wrong(check, `The endpoint serves chain ${answered}. Correct RPC_${id}.`);
    const head = await chain.getBlockNumber();
    const { lacks, notes } = await examineAbilities(chain, head);
    if (lacks.length > 0) return wrong(check, `${lacks.join(' ')} Set another endpoint in RPC_${id}.`);
    return ok(check, `answers, at block ${head}; ${notes.join('; ')}`);
  });
}

/**
 * Compares the RPC endpoints of a chain, because an endpoint that shows another chain or fork is not noticed while the other endpoints
 * work.
 */
function agreement({ id, confirmations, nodeUrls }: EffectiveNetwork, depth: number): Promise<Finding> {
  const check = `chain ${id} endpoints`;
  return looked(check, 'Try again.', async () => {
    const reads = nodeUrls.map((url) => createChains({ networks: [{ chainId: id, rpcUrls: [url], confirmations }], log, abis: [] }).of(id));
    const findings = await compareEndpoints(id, reads, depth);
    const hostAt = (index: number) => URL.parse(nodeUrls[index] ?? '')?.host ?? 'an endpoint';
    // Only endpoints that show another fork are reported here. Other checks report endpoints that serve another chain or do not answer.
    const odd = findings.flatMap(({ finding }, index) => (finding === 'other-fork' ? [hostAt(index)] : []));
    if (odd.length === 0) return ok(check, 'all endpoints that answer have the same blocks');
    return wrong(
      check,
      `The blocks of ${odd.join(', ')} differ from those of the other endpoints, so this endpoint is used only if the others fail. Correct RPC_${id}.`,
    );
  });
}

function contract(chain: Chain, name: string, address: Address): Promise<Finding> {
  const check = `chain ${chain.chainId} ${name}`;
  return looked(check, 'Try again.', async () => {
    if ((await chain.getCode(address)) !== '0x') return ok(check, `code at ${address}`);
    return wrong(check, missingContract(name, address, chain.chainId));
  });
}

function chainClock(chain: Chain, clock: Clock): Promise<Finding> {
  const check = `chain ${chain.chainId} clock`;
  return looked(check, 'Try again.', async () => {
    const { timestampSec } = await chain.getBlock('latest');
    const ageSec = Math.round(clock.now() / 1_000 - timestampSec);
    if (ageSec < -MOST_AHEAD_SEC)
      return wrong(check, `The time of the newest block is ${-ageSec} s ahead of this machine's clock. Correct the clock (NTP).`);
    if (ageSec <= MOST_BEHIND_SEC) return ok(check, `the newest block is ${ageSec} s old`);
    return wrong(
      check,
      `The newest block is ${ageSec} s old: the endpoint is behind, or this machine's clock is ahead. Check the clock (NTP).`,
    );
  });
}
