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
  announce: flag('announce the routers that are missing; they can be allowed after the delay'),
  apply: flag('allow the missing routers that were announced, or all where there is no delay'),
  remove: text('ADDRESSES', 'take these routers off the lists, at once; "unwanted": all that the registry does not know'),
  of: text('NAMES', 'exchanges and aggregators whose routers are wanted, separated by commas; default: all known on the chain'),
  also: text('ADDRESSES', 'look these routers up as well: a chain cannot list those that it allows'),
  'from-block': text('N', 'read events from this block; default: those of the last 44 days'),
  price: text('USD', "the price of the chain's coin; default: from the price sources"),
};

export const contractsRouters = defineCommand({
  name: 'contracts routers',
  parameters: `--chain ID [--announce | --apply | --remove ADDRESSES] ${SEND_USAGE} [OPTIONS]`,
  summary: "compare the vaults' allowed routers with the registry's contracts, and announce, allow or remove routers",
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    const acts = [
      values.announce === true && 'announce',
      values.apply === true && 'apply',
      values.remove !== undefined && 'remove',
    ] as const;
    const [act = null, ...more] = acts.filter((each) => each !== false);
    if (more.length > 0) throw new UsageError('--announce, --apply and --remove exclude each other');
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
 * Returns a router's sign as in a diff: `+` for a wanted router that the vault does not allow, `-` for an allowed router that is not
 * wanted.
 */
function signOf({ isWanted, isAllowed, isUsable }: RouterLine): string {
  if (isWanted === isAllowed) return ' ';
  return isWanted ? (isUsable ? '+' : ' ') : '-';
}

function stateOf({ isWanted, isAllowed, isUsable, announcedSec }: RouterLine): string {
  if (isAllowed) return isWanted ? 'allowed' : 'allowed, and not wanted: --remove';
  if (!isUsable) return 'not on this chain, or a token: a vault does not accept it';
  return announcedSec === null ? 'missing: --announce' : `announced, can be allowed from ${timeText(announcedSec * 1_000)}: --apply`;
}
