import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { policyMessage, type SignMessage, signRequest } from '../../client/signed-request.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { createNodeClient } from '../operator/node-client.ts';

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const address = v.pipe(v.string(), v.transform(parseAddress));
const previewSchema = v.object({ policy: v.looseObject({ budgetToken: address }), policyHash: v.string(), feeBps: v.nullish(v.number()) });
const createdSchema = v.object({
  _id: v.string(),
  createAgent: v.optional(v.object({ to: address, data: hex })),
  approval: v.optional(v.nullable(v.object({ token: address, spender: address, amount: v.string() }))),
});
const confirmedSchema = v.object({ _id: v.string(), agentId: v.nullable(v.number()) });

/**
 * Codes of errors with which the service refuses to link an agent's record to its transaction. After some more blocks, the service may
 * accept the link.
 */
const NOT_YET: ReadonlySet<string> = new Set(['transaction-not-final', 'transaction-not-found']);
const CONFIRM_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 1_000;

export type PolicyPreview = v.InferOutput<typeof previewSchema>;

/** The transactions that the service prepared for a new agent, and that the wallet must send. */
export type PreparedAgent = {
  readonly createAgent: { readonly to: Address; readonly data: `0x${string}` };
  readonly approval: { readonly token: Address; readonly spender: Address; readonly amount: string } | null;
  readonly policyHash: string;
  readonly budgetToken: Address;
};

/** Creates a client for the agent routes of a running node. It sends the requests that a user's wallet would send. */
export function agentsAt(options: { readonly url: string; readonly brand: string; readonly chainId: number; readonly wallet: Address }) {
  const { brand, chainId, wallet } = options;
  const node = createNodeClient({ url: options.url, token: undefined, fetch, under: '/api' });
  const post = async <Data>(path: string, body: object, schema: v.GenericSchema<unknown, Data>): Promise<Data> =>
    v.parse(schema, await node.post(`/defi/autopilot${path}`, body));
  return {
    node,

    /** Sends a policy to the service for validation. @throws an error that lists each problem by its path in the policy file */
    async preview(policyDraft: JsonObject): Promise<PolicyPreview> {
      return await post('/preview', { policyDraft }, previewSchema).catch((error: unknown) => {
        throw asInFile(error);
      });
    },

    /**
     * Signs the policy with the wallet, and creates the agent's record in the service. @returns the transactions that the wallet must send
     * as `prepared`; null for an agent that trades with simulated money
     */
    async create(
      { policy, policyHash }: PolicyPreview,
      deposit: string,
      sign: SignMessage,
    ): Promise<{ readonly recordId: string; readonly prepared: PreparedAgent | null }> {
      const policySignature = await sign(policyMessage({ brand, policyHash, agent: 'new', chainId }));
      const payload = { policy, policyHash, policySignature, depositAmount: deposit };
      const signed = await signRequest({ action: 'autopilot-create', payload, wallet, sign, brand });
      const { _id, createAgent, approval = null } = await post('/create', signed, createdSchema);
      const prepared = createAgent === undefined ? null : { createAgent, approval, policyHash, budgetToken: policy.budgetToken };
      return { recordId: _id, prepared };
    },

    /**
     * Waits until the transaction that created an agent is final, and links the agent's record to it. When several records have the same
     * policy, the oldest one is linked.
     */
    async confirm(txHash: string, say: (line: string) => void): Promise<{ readonly _id: string; readonly agentId: number | null }> {
      const untilMs = Date.now() + CONFIRM_WITHIN_MS;
      for (;;) {
        try {
          return await post('/confirm', { chainId, txHash }, confirmedSchema);
        } catch (cause) {
          if (Date.now() > untilMs || !(cause instanceof TerminalError) || !NOT_YET.has(cause.code)) {
            say(
              `The agent is on chain, but the node has not stored its number in the record of the agent yet. To make the node store it: POST ${node.url}/api/defi/autopilot/confirm {"chainId":${chainId},"txHash":"${txHash}"}`,
            );
            throw cause;
          }
          await wait(LOOK_EVERY_MS);
        }
      }
    },
  };
}

/**
 * Throws an error when a field of the policy file has a value other than the only accepted one. @param where the condition for the error
 * message, such as `on the local chain`
 */
export function mustBe(own: string | number, written: Json | undefined, member: string, where: string, code: string): void {
  if (written === undefined || String(written).toLowerCase() === String(own).toLowerCase()) return;
  const message = `${member} in the file is ${JSON.stringify(written)}; ${where} it must be ${own}. You can also leave it out.`;
  throw new TerminalError({ code, message });
}

/**
 * Rewrites the paths in an error message: the service reports problems by their paths in the request, and users need the paths in the
 * policy file.
 */
function asInFile(error: unknown): unknown {
  if (!(error instanceof TerminalError)) return error;
  return new TerminalError({ code: error.code, message: error.message.replaceAll('body.policyDraft.', ''), cause: error });
}
