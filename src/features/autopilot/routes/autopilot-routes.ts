import { type AnyElysia, Elysia } from 'elysia';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import type { WalletAuth } from '../../../http/wallet-auth/create-wallet-auth.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';
import { addAgentReads, addPauseRoutes } from './agent-routes.ts';
import { addPolicyRoutes } from './policy-routes.ts';
import { createSignerOf } from './signer-of.ts';

/**
 * Creates the Autopilot routes (API specification, "Autopilot"). No route moves funds: only transactions that the wallet sends can do so,
 * and trades within the limits of the vault contract.
 */
export function createAutopilotRoutes(deps: { autopilot: AutopilotService; auth: WalletAuth; limits?: RouteLimits }): AnyElysia {
  const { autopilot, limits = unlimited } = deps;
  const app = new Elysia({ name: 'autopilot', prefix: '/defi/autopilot' });
  const shared = { autopilot, limits, signerOf: createSignerOf(deps) };
  addPolicyRoutes(app, shared);
  addPauseRoutes(app, shared);
  addAgentReads(app, shared);
  return app;
}
