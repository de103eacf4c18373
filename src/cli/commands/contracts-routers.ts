import { planRouters, type RouterPlan } from '../../app/contracts/plan-routers.ts';
import type { RouterLine } from '../../deployment/admin/router-list.ts';
import { defineCommand } from '../command.ts';
import { addressesOf, CHAIN_OPTIONS, SEND_OPTIONS, SEND_USAGE, signerOf, withContracts } from '../contracts/contract-options.ts';
import { runSteps } from '../contracts/run-steps.ts';
import { flag, text } from '../options.ts';
import { table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  ...CHAIN_OPTIONS,
  ...SEND_OPTIONS,
  announce: flag("announce the missing routers; they can be allowed after the vault's delay"),
  apply: flag('allow the announced routers; in vaults without a delay, allow all missing routers'),
  remove: text('ADDRESSES', 'stop allowing these routers at once; "unwanted" stands for all routers that are not in the registry'),
  of: text(
    'NAMES',
    'exchanges and aggregators whose routers the vaults should allow, separated by commas; default: all that are known on the chain',
  ),
  also: text('ADDRESSES', 'also check whether the vaults allow these routers; the contracts cannot list what they allow'),
  'from-block': text('N', 'the first block whose events are read; default: the block of 44 days ago'),
  price: text('USD', "the USD price of the chain's coin, to show costs in dollars; default: from the price sources"),
};

export const contractsRouters = defineCommand({
  name: 'contracts routers',
  parameters: `--chain ID [--announce | --apply | --remove ADDRESSES] ${SEND_USAGE} [OPTIONS]`,
  summary: "compare the routers that the vaults allow with those in the service's registry, and announce, allow or remove routers",
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    const acts = [
      values.announce === true && 'announce',
      values.apply === true && 'apply',
      values.remove !== undefined && 'remove',
    ] as const;
    const [act = null, ...more] = acts.filter((each) => each !== false);
    if (more.length > 0) throw new UsageError('--announce, --apply and --remove cannot be given together');
    const { remove, of, also, 'from-block': from } = values;
    const choices = {
      act,
      of: of?.split(',').map((name) => name.trim()) ?? null,
      also: addressesOf('--also', also),
      removed: remove === undefined || remove === 'unwanted' ? null : addressesOf('--remove', remove),
      fromBlock: from === undefined ? null : wholeNumber('--from-block', from, 0),
    };
    await withContracts(values, context, false, async (open) => {
      const signer = signerOf(values, open.network.id, open.config, context.folder);
      const plan = await planRouters(open, choices, signer);
      if (act === null && values.json === true) context.say(JSON.stringify({ chainId: open.network.id, vaults: plan.vaults }));
      if (values.json !== true) for (const line of routerLines(plan)) context.say(line);
      if (act !== null) await runSteps(open, plan, signer, values, context);
    });
  },
});

function routerLines({ vaults }: RouterPlan): string[] {
  return vaults.flatMap(({ name, address, lines }) => [
    `${name} ${address}`,
    ...table(
      ['  ', 'ROUTER', 'USE', 'FOR', 'STATE'],
      lines.map((line) => [`  ${signOf(line)}`, line.router, line.use, line.of.join(', ') || '-', stateOf(line)]),
    ),
    '',
  ]);
}

/**
 * Returns the sign that the list of routers shows in front of a router: `+` for a router that is wanted but not allowed by the vault yet,
 * `-` for a router that is allowed but not wanted.
 */
function signOf({ isWanted, isAllowed, isUsable }: RouterLine): string {
  if (isWanted === isAllowed) return ' ';
  return isWanted ? (isUsable ? '+' : ' ') : '-';
}

function stateOf({ isWanted, isAllowed, isUsable, announcedSec }: RouterLine): string {
  if (isAllowed) return isWanted ? 'allowed' : 'allowed, but not among the wanted routers: use --remove';
  if (!isUsable) return 'a vault refuses it: it is not a contract on this chain, or it is a token';
  return announcedSec === null ? 'missing: use --announce' : `announced: use --apply from ${timeText(announcedSec * 1_000)} on`;
}
