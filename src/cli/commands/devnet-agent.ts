import { resolve } from 'node:path';
import * as v from 'valibot';
import { policyMessage, signRequest } from '../../client/signed-request.ts';
import { connectDevnet } from '../../devnet/connect-devnet.ts';
import { createChainWriter } from '../../devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../devnet/deployment.ts';
import { devnetAccounts } from '../../devnet/devnet-accounts.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { parseAddress } from '../../values/address.ts';
import type { Command } from '../command.ts';
import { createNodeClient } from '../operator/node-client.ts';
import { atNodeOrStore } from '../operator/open-operations.ts';
import { parseOptions } from '../parse-options.ts';
import { draftOf, readPolicyFile } from '../policy-file.ts';
import { takeArguments } from '../take-arguments.ts';

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
    const policyDraft = draftOf(readPolicyFile(resolve(context.folder, file)), {
      nowMs: Date.now(),
      addressOf: (symbol) => deployedToken(deployment, symbol).address,
    });

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
