import { type ChainStatus, type ContractStatus, readStatus } from '../../app/contracts/read-status.ts';
import type { ContractState } from '../../deployment/product/read-contract.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { CHAIN_OPTIONS, withContracts } from '../contracts/contract-options.ts';
import { listOf } from '../contracts/plan-lines.ts';
import { text } from '../options.ts';
import { timeText } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

export const contractsStatus = defineCommand({
  name: 'contracts status',
  parameters: '--chain ID [--from-block N] [--json]',
  summary: "show the service's contracts on a chain: versions, admins, executors, fees, delays, allowed routers, and announced changes",
  arguments: {},
  options: {
    ...CHAIN_OPTIONS,
    'from-block': text(
      'N',
      'the first block whose events are read; default: the block of 44 days ago, because no announcement is valid for longer',
    ),
  },
  async run(_none, values, context) {
    const from = values['from-block'];
    const fromBlock = from === undefined ? null : wholeNumber('--from-block', from, 0);
    await withContracts(values, context, false, async (open) => {
      const status = await readStatus(open, fromBlock);
      if (status.contracts.length === 0) {
        const { id } = open.network;
        const message = `Neither the Network record of chain ${id} nor the settings name a contract. Deploy them: coxswain contracts plan --chain ${id}`;
        throw new TerminalError({ code: 'no-contracts', message });
      }
      if (values.json === true) context.say(JSON.stringify({ chainId: open.network.id, ...status }));
      else for (const line of statusLines(status)) context.say(line);
    });
  },
});

function statusLines({ contracts, blocks, blockTimeSec }: ChainStatus): string[] {
  return [
    ...contracts.flatMap((each) => contractLines(each, blockTimeSec)),
    `The contracts cannot list their routers and roles. The list contains those in the settings, in the registry, and in the events of blocks ${blocks.fromBlock} to ${blocks.toBlock}.`,
  ];
}

function contractLines({ contract, announcements }: ContractStatus, blockTimeSec: number): string[] {
  const { name, address } = contract;
  if (contract.code === 'none') return [`${name} ${address}`, '  there is no contract at this address', ''];
  if (contract.code === 'older')
    return [`${name} ${address}`, '  deployed before contracts had a version, or not a contract of this service', ''];
  const said = Object.entries(partsOf(contract)).filter(([, value]) => value !== undefined);
  return [
    `${name} ${address}`,
    ...said.map(([label, value]) => `  ${label.padEnd(14)}${value}`),
    ...announcements.map(
      ({ what, effectiveSec, expirySec }) => `  announced     ${what}, ${whenText(effectiveSec, expirySec, blockTimeSec)}`,
    ),
    '',
  ];
}

function partsOf(contract: Extract<ContractState, { readonly buildHash: unknown }>) {
  const { isOpen, allowDelaySeconds, feeBps, treasury, executors, signers, routers, poolManager } = contract;
  return {
    version: `${contract.version}, ${contract.code === 'this-version' ? 'the code of this version' : 'OTHER CODE than this version has'}`,
    'build hash': contract.buildHash,
    admin: contract.admin ?? 'none',
    'next admin': contract.pendingAdmin ?? undefined,
    open: isOpen === undefined ? undefined : isOpen ? 'yes' : 'no: the set-up is not finished',
    delay: allowDelaySeconds === undefined ? undefined : `${allowDelaySeconds} s`,
    fee: feeBps === undefined ? undefined : `${feeBps} bps`,
    treasury: treasury === undefined ? undefined : (treasury ?? 'none'),
    executors: executors && listOf(executors),
    signers: signers && listOf(signers),
    'pool manager': poolManager === undefined ? undefined : (poolManager ?? 'none: the set-up is not finished'),
    routers:
      routers &&
      listOf(
        routers.map(
          ({ address, isTarget, isSpender }) => `${address}${isTarget && isSpender ? '' : isTarget ? ' (call only)' : ' (approve only)'}`,
        ),
      ),
  };
}

/** Describes when an announced change of a contract can be executed, compared with the time of the latest block. */
export function whenText(effectiveSec: number, expirySec: number, blockTimeSec: number): string {
  const [from, to] = [timeText(effectiveSec * 1_000), timeText(expirySec * 1_000)];
  if (blockTimeSec < effectiveSec) return `can be made between ${from} and ${to}`;
  return blockTimeSec <= expirySec ? `can be made now, until ${to}` : `expired at ${to}`;
}
