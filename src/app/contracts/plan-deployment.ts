import { deploymentSteps } from '../../deployment/product/deployment-steps.ts';
import { type ProductContract, productOf } from '../../deployment/product/product-contracts.ts';
import type { SetUp } from '../../deployment/product/set-up-steps.ts';
import { isTestAddress, type Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { addressesOf, describeOthers } from './fill-network-record.ts';
import type { OpenContracts } from './open-contracts.ts';
import { type PlannedSteps, planSteps } from './plan-steps.ts';
import { changedNotes, leftOutNotes, routersLeftOut } from './set-up-notes.ts';
import { type WantedRouter, wantedRouters } from './wanted-routers.ts';

/** Command line options of a deployment. For an option that is null or empty, the setting or the default applies. */
export type DeploymentChoices = {
  readonly admin: Address;
  readonly executors: readonly Address[];
  readonly signers: readonly Address[];
  readonly treasury: Address | null;
  readonly feeBps: number;
  readonly relayerFeeBps: number;
  readonly allowDelaySeconds: number | null;
  /** Names of the exchanges and aggregators whose routers the vaults will allow; null means all. */
  readonly routersOf: readonly string[] | null;
  /** True when vaults may be opened although they would allow no router. */
  readonly mayLackRouters: boolean;
};

/** Default delay on real chains between the announcement of a contract change and the change, in seconds: a day. */
export const USUAL_DELAY_SECONDS = 86_400;

export type DeploymentPlan = PlannedSteps & {
  readonly admin: Address;
  readonly contracts: readonly ProductContract[];
  readonly setUp: SetUp;
  /** The routers that the vaults will allow: those of the chosen exchanges and aggregators that have a router on this chain. */
  readonly routers: readonly WantedRouter[];
  readonly notes: readonly string[];
};

/**
 * Plans a deployment, based on what is already deployed on the chain.
 * @throws the errors of `ChainReads`
 */
export async function planDeployment(open: OpenContracts, choices: DeploymentChoices, signer: Signer | null): Promise<DeploymentPlan> {
  const { network, config } = open;
  const { admin } = choices;
  const poolManager = await poolManagerOf(open);
  const contracts = productOf({ brand: config.brand, admin }).filter(({ name }) => name !== 'V4SwapRouter' || poolManager !== null);
  const v4Router = contracts.find(({ name }) => name === 'V4SwapRouter')?.address ?? null;
  const { routersOf } = choices;
  const known = wantedRouters(network, v4Router);
  const routers = known.filter(({ of }) => routersOf === null || of.some((name) => routersOf.includes(name)));
  const unknown = (routersOf ?? []).filter((name) => !known.some(({ of }) => of.includes(name)));
  const setUp: SetUp = {
    ...choices,
    executors: choices.executors.length === 0 ? open.executors : choices.executors,
    signers: choices.signers.length === 0 ? open.signers : choices.signers,
    allowDelaySeconds: choices.allowDelaySeconds ?? (network.id === DEVNET_CHAIN_ID ? 0 : USUAL_DELAY_SECONDS),
    targets: routers.filter(({ isTarget }) => isTarget).map(({ address }) => address),
    spenders: routers.filter(({ isSpender }) => isSpender).map(({ address }) => address),
    own: v4Router === null ? [] : [v4Router],
    poolManager,
  };
  const steps = deploymentSteps(contracts, setUp);
  const planned = await planSteps(open, { steps, signer, admin });
  const left = await routersLeftOut(open.chain, routers, setUp, contracts[0]?.address ?? admin);
  const remaining = routers.filter((router) => !left.includes(router));
  const others = await describeOthers(open, addressesOf({ contracts }));
  return {
    ...{ ...planned, admin, contracts, setUp, routers: remaining },
    problems: [
      ...unknown.map((name) => `The registry has no router of "${name}" on chain ${network.id}.`),
      ...(network.id === DEVNET_CHAIN_ID ? [] : testAccounts(setUp)),
      ...(choices.mayLackRouters ? [] : routerProblems(planned.looked, remaining, setUp)),
      ...planned.problems,
    ],
    notes: [
      ...notesOf(setUp, poolManager),
      ...leftOutNotes(routers, left),
      ...(await changedNotes(open.chain, contracts, setUp)),
      ...(others === null ? [] : [`${others} "contracts deploy" replaces them only with --replace.`]),
    ],
  };
}

/** The steps that open the vaults. After them, a router can be allowed only with the delay. */
const VAULT_SET_UPS: ReadonlySet<string> = new Set(['DcaVault set-up', 'AutopilotVault set-up']);

/** Refuses to open a vault that would allow no router, because the vault could not trade until the delay of a router is over. */
function routerProblems(
  looked: PlannedSteps['looked'],
  routers: readonly WantedRouter[],
  { allowDelaySeconds }: Pick<SetUp, 'allowDelaySeconds'>,
): readonly string[] {
  const opens = looked.some(({ step, state }) => VAULT_SET_UPS.has(step.id) && state.kind !== 'done');
  if (!opens || routers.some(({ isTarget }) => isTarget)) return [];
  return [
    `The vaults would allow no router, so they could not trade, and once they are open a router can be added only after the delay of ${allowDelaySeconds} s. ` +
      "Check the addresses of the exchanges in the chain's Network record and the option --routers, or give --without-routers to open the vaults without a router.",
  ];
}

/** Uniswap v4's pool manager from the Network record; null when there is no contract at its address. */
async function poolManagerOf({ chain, network }: OpenContracts): Promise<Address | null> {
  const poolManager = network.contracts.uniswapV4?.poolManager ?? null;
  return poolManager !== null && (await chain.getCode(poolManager)) !== '0x' ? poolManager : null;
}

function testAccounts({ admin, executors, signers, treasury }: SetUp): readonly string[] {
  const roles = { admin: [admin], executor: executors, signer: signers, treasury: treasury === null ? [] : [treasury] };
  return Object.entries(roles).flatMap(([role, accounts]) =>
    accounts
      .filter(isTestAddress)
      .map(
        (account) =>
          `The ${role} ${account} is an account of the public test mnemonic, so anybody could act as the ${role}. Give an account of your own.`,
      ),
  );
}

function notesOf(setUp: SetUp, poolManager: Address | null): readonly string[] {
  const { admin, executors, signers } = setUp;
  return [
    ...(poolManager === null ? ['Uniswap v4 has no contracts on this chain, so V4SwapRouter is not deployed.'] : []),
    ...([...executors, ...signers].includes(admin)
      ? ['The admin is also an executor or a signer, so a thief of this key would get all these roles. Separate keys are safer.']
      : []),
    ...(setUp.targets.length === 0 ? ['The registry has no router on this chain, so the vaults cannot trade yet.'] : []),
  ];
}
