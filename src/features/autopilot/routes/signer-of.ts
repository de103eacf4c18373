import type { Received } from '../../../http/route-spec.ts';
import type { WalletAuth } from '../../../http/wallet-auth/create-wallet-auth.ts';
import type { WalletAction } from '../../../http/wallet-auth/signed-request.ts';
import type { Address } from '../../../values/address.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';

/** Returns the wallet that signed a request for the action `action`. */
export type SignerOf = (action: WalletAction) => (received: Received) => Promise<Address>;

/**
 * Creates `SignerOf`. If the request's body names the agent record for which it was signed, that record must be the one in the path;
 * otherwise one signature would be valid for every agent of the wallet. The signature of a smart wallet is checked on the policy's chain
 * or, without a policy, on the agent's chain.
 */
export function createSignerOf(deps: { auth: WalletAuth; autopilot: Pick<AutopilotService, 'chainIdOf'> }): SignerOf {
  return (action) =>
    async ({ body, params }) => {
      const recordId = memberOf(params, 'id');
      const named = memberOf(body, 'agentId');
      if (recordId !== undefined && named !== undefined && named !== recordId) {
        const message =
          'The signed body names a different agent than the path of the request. Sign a body with the record id that is in the path.';
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
