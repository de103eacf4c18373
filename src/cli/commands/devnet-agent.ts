import { resolve } from 'node:path';
import * as v from 'valibot';
import { connectDevnet } from '../../devnet/connect-devnet.ts';
import { type ChainWriter, createChainWriter } from '../../devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../devnet/deployment.ts';
import { devnetAccounts } from '../../devnet/devnet-accounts.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { defineCommand } from '../command.ts';
import type { NodeClient } from '../operator/node-client.ts';
import { atNodeOrStore } from '../operator/open-operations.ts';
import { text } from '../options.ts';
import { draftOf, readPolicyFile } from '../policy-file.ts';
import { agentsAt, mustBe, type PreparedAgent } from '../wallet/make-agent.ts';

const ON_THE_LOCAL_CHAIN = 'on the local chain';
const networksSchema = v.array(v.object({ id: v.number(), rpcUrls: v.array(v.string()) }));

/** A command that creates an agent in the way in which a user's wallet would in a browser. It serves tests and experiments from a shell. */
export const devnetAgent = defineCommand({
  name: 'devnet agent',
  parameters: 'POLICY.json DEPOSIT [--url URL]',
  summary: 'create an Autopilot agent on the local chain, as the first demo wallet: preview, sign, create, deposit, confirm',
  arguments: { file: 'POLICY', deposit: 'DEPOSIT' },
  options: { url: text('URL', 'address of a running node; default: the node of the settings') },
  async run({ file, deposit }, values, context) {
    const { dataDir, brand } = context.config();
    const { url = '' } = atNodeOrStore(values, context);
    const { rpcUrl, deployment } = connectDevnet(dataDir);
    const { chainId, tokens } = deployment;
    const [{ address: wallet }] = devnetAccounts.demo;
    const written = readPolicyFile(resolve(context.folder, file));
    mustBe(chainId, written.chainId, 'chainId', ON_THE_LOCAL_CHAIN, 'not-of-the-devnet');
    mustBe(wallet, written.wallet, 'wallet', ON_THE_LOCAL_CHAIN, 'not-of-the-devnet');
    const policyDraft = draftOf(written, { nowMs: Date.now(), addressOf: (symbol) => deployedToken(deployment, symbol).address });

    const agents = agentsAt({ url, brand, chainId, wallet });
    await mustShareChain(agents.node, { chainId, rpcUrl, dataDir });

    // Anvil, the local chain, has the keys of the demo wallets and signs for them.
    const writer = createChainWriter(rpcUrl, wallet);
    const sign = async (message: string) =>
      v.parse(v.string(), await writer.rpc('personal_sign', [`0x${Buffer.from(message).toString('hex')}`, wallet]));

    const preview = await agents.preview(policyDraft);
    const { recordId: createdId, prepared } = await agents.create(preview, deposit, sign);
    context.say(`${wallet} signed policy ${preview.policyHash}.`);
    let recordId = createdId;
    if (prepared === null) context.say(`The agent trades with simulated (paper) money: record ${recordId}.`);
    else {
      const { createAgent, approval, budgetToken } = prepared;
      const amount = BigInt(approval?.amount ?? 0);
      if (approval !== null) await approve(writer, wallet, approval);
      const token = tokens.find((listed) => listed.address === budgetToken);
      const deposited = token === undefined ? `${amount} base units` : `${formatAmount(amount, token.decimals)} ${token.symbol}`;
      const txHash = await writer.sendData({ from: wallet, ...createAgent, what: `createAgent with a deposit of ${deposited}` });
      context.say(`The transaction ${txHash} deposited ${deposited}.`);
      const confirmed = await agents.confirm(txHash, context.say);
      // The service confirms the oldest agent record with this policy. That record may be left from an earlier, failed attempt with the
      // same policy. So the id of the confirmed record is used from here on.
      recordId = confirmed._id;
      context.say(`The transaction created agent ${confirmed.agentId}: record ${recordId}.`);
    }
    context.say('The agent is evaluated at the next full minute. To change a price: coxswain devnet price SYMBOL USD');
    const place = values.url === undefined ? '' : ` --url ${values.url}`;
    context.say(`To see the reasons: coxswain actors why autopilot-agent/${recordId}${place}`);
  },
});

type Approval = NonNullable<PreparedAgent['approval']>;

/** Sets the token allowance to zero first, because tokens like USDT refuse to change an allowance that is not zero. */
async function approve(writer: ChainWriter, wallet: Address, { token, spender, amount }: Approval): Promise<void> {
  const call = { from: wallet, to: token, abi: erc20Abi, functionName: 'approve' };
  for (const allowance of [0n, BigInt(amount)]) await writer.send({ ...call, args: [spender, allowance] });
}

/**
 * Checks that the node uses the same local chain as this command. Contract addresses are the same on every local chain, so a deposit on the
 * wrong one would not be noticed.
 */
async function mustShareChain(
  node: NodeClient,
  { chainId, rpcUrl, dataDir }: { readonly chainId: number; readonly rpcUrl: string; readonly dataDir: string },
): Promise<void> {
  const networks = v.parse(networksSchema, await node.get('/common/network'));
  if (networks.some(({ id, rpcUrls }) => id === chainId && rpcUrls.includes(rpcUrl))) return;
  const message = `The node at ${node.url} is not on the local chain of ${dataDir} (${rpcUrl}). Set DATA_DIR to the folder of the node's chain, or --url to a node on this chain.`;
  throw new TerminalError({ code: 'another-devnet', message });
}
