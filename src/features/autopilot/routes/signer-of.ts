import type { Received } from '../../../http/add-route.ts';
import type { WalletAuth } from '../../../http/wallet-auth/create-wallet-auth.ts';
import type { WalletAction } from '../../../http/wallet-auth/signed-request.ts';
import type { Address } from '../../../values/address.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';

/** Says which wallet signed a request for an action. */
export type SignerOf = (action: WalletAction) => (received: Received) => Promise<Address>;

/**
 * A body may name the record that it was signed for, and then that is the path's: else one signature would do for every agent of the wallet.
 * A smart wallet is asked on the policy's chain, or on that of the agent.
 */
export function createSignerOf(deps: { auth: WalletAuth; autopilot: Pick<AutopilotService, 'chainIdOf'> }): SignerOf {
  return (action) =>
    async ({ body, params }) => {
      const recordId = memberOf(params, 'id');
      const named = memberOf(body, 'agentId');
      if (recordId !== undefined && named !== undefined && named !== recordId) {
        const message = 'The body was signed for another agent than the path names: expected the id of the record in the path.';
        throw new InvalidInputError([{ path: 'body.agentId', code: 'agent-id-mismatch', message }]);
      }
      const chainIdOf = async () => {
        const chainId = memberOf(memberOf(body, 'policy'), 'chainId');
        if (typeof chainId === 'number') return chainId;
        return typeof recordId === 'string' ? deps.autopilot.chainIdOf(recordId) : undefined;
      };
      return deps.auth.verifyWalletRequest({ action, body, chainIdOf });
    };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
