import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { policyMessage, signRequest } from '../../client/signed-request.ts';
import { connectDevnet } from '../../devnet/connect-devnet.ts';
import { createChainWriter } from '../../devnet/deploy/chain-writer.ts';
import { type Deployment, deployedToken } from '../../devnet/deployment.ts';
import { devnetAccounts } from '../../devnet/devnet-accounts.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Command } from '../command.ts';
import { createNodeClient } from '../operator/node-client.ts';
import { atNodeOrStore } from '../operator/open-operations.ts';
import { parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';

const SECONDS_TO_EXPIRY = 30 * 86_400;

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const address = v.pipe(v.string(), v.transform(parseAddress));
const previewSchema = v.object({ policy: v.looseObject({ budgetToken: address }), policyHash: v.string() });
const createdSchema = v.object({
  _id: v.string(),
  createAgent: v.optional(v.object({ to: address, data: hex })),
  approval: v.optional(v.nullable(v.object({ token: address, spender: address, amount: v.string() }))),
});
const confirmedSchema = v.object({ agentId: v.nullable(v.number()) });

/** What a user's wallet does in a browser, for people who only have a shell. */
export const devnetAgent: Command = {
  name: 'devnet agent',
  parameters: 'POLICY.json DEPOSIT [--url URL]',
  summary: 'make an Autopilot agent of a policy on the local chain, as the first demo wallet: preview, sign, create, deposit, confirm',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, { url: { type: 'string' } } as const);
    const { policy: file, deposit } = takeArguments(positionals, ['policy', 'deposit']);
    const { dataDir, brand } = context.config();
    const { url = '' } = atNodeOrStore(values, context);
    const node = createNodeClient({ url, token: undefined, fetch, under: '/api/defi/autopilot' });
    const { rpcUrl, deployment } = connectDevnet(dataDir);
    const [{ address: wallet }] = devnetAccounts.demo;
    const policyDraft = draftOf(readJson(resolve(context.folder, file)), { wallet, deployment });

    // Anvil holds the demo wallets' keys and signs for them.
    const writer = createChainWriter(rpcUrl, wallet);
    const sign = async (message: string) =>
      v.parse(v.string(), await writer.rpc('personal_sign', [`0x${Buffer.from(message).toString('hex')}`, wallet]));
    const post = async <Data>(path: string, body: object, schema: v.GenericSchema<unknown, Data>): Promise<Data> =>
      v.parse(schema, await node.post(path, body));

    const { policy, policyHash } = await post('/preview', { policyDraft }, previewSchema);
    const { chainId, tokens } = deployment;
    const amount = `${deposit} ${tokens.find((token) => token.address === policy.budgetToken)?.symbol ?? policy.budgetToken}`;
    const policySignature = await sign(policyMessage({ brand, policyHash, agent: 'new', chainId }));
    const payload = { policy, policyHash, policySignature, depositAmount: deposit };
    const signed = await signRequest({ action: 'autopilot-create', payload, wallet, sign, brand });
    const { _id, createAgent, approval } = await post('/create', signed, createdSchema);
    context.say(`${wallet} signed policy ${policyHash}.`);
    if (createAgent === undefined) {
      context.say(`The agent trades on paper, as if it had ${amount}: record ${_id}.`);
    } else {
      if (approval != null) {
        const call = { from: wallet, to: approval.token, abi: erc20Abi, functionName: 'approve' };
        // Through zero, as a USDT-like token wants it.
        for (const allowance of [0n, BigInt(approval.amount)]) await writer.send({ ...call, args: [approval.spender, allowance] });
      }
      const txHash = await writer.sendData({ from: wallet, ...createAgent, what: `createAgent with a deposit of ${amount}` });
      const { agentId } = await post('/confirm', { chainId, txHash }, confirmedSchema);
      context.say(`It deposited ${amount} and made agent ${agentId} in ${txHash}: record ${_id}.`);
    }
    context.say('The agent looks at the next full minute. Move a price: coxswain devnet price SYMBOL USD');
    context.say(`Why it does what it does: coxswain actors why autopilot-agent/${_id}`);
  },
};

function readJson(path: string): object {
  if (!existsSync(path)) throw new TerminalError({ code: 'no-file', message: `There is no file ${path}.` });
  const text = readFileSync(path, 'utf8');
  try {
    return v.parse(v.looseObject({}), JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'not-json', message: `${path} holds no JSON object: ${why}`, cause });
  }
}

/** The policy with what its file need not say; a token may stand there by its symbol. Whether it is right, the service says. */
function draftOf(policy: object, { wallet, deployment }: { wallet: string; deployment: Deployment }): object {
  const { chainId } = deployment;
  const { limits, ...rest } = { version: 1, wallet, chainId, limits: {}, ...policy };
  const expiry = Math.floor(Date.now() / 1000) + SECONDS_TO_EXPIRY;
  return withAddresses({ ...rest, limits: typeof limits === 'object' ? { expiry, ...limits } : limits }, deployment);
}

const TOKEN_MEMBERS: ReadonlySet<string> = new Set(['budgetToken', 'allowTokens', 'token', 'tokenOut']);

function withAddresses(value: object, deployment: Deployment): object {
  const addressOf = (token: unknown): unknown =>
    typeof token === 'string' && !token.startsWith('0x') ? deployedToken(deployment, token).address : token;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (TOKEN_MEMBERS.has(name)) return [name, Array.isArray(member) ? member.map(addressOf) : addressOf(member)];
      if (Array.isArray(member)) return [name, member.map((item: unknown) => (isObject(item) ? withAddresses(item, deployment) : item))];
      return [name, isObject(member) ? withAddresses(member, deployment) : member];
    }),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
