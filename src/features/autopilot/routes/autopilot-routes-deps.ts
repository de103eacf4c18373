import type { RouteLimits } from '../../../http/rate-limit.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';
import type { SignerOf } from './signer-of.ts';

/** What the routes of Autopilot share. */
export type AutopilotRoutesDeps = {
  readonly autopilot: AutopilotService;
  readonly signerOf: SignerOf;
  readonly limits: RouteLimits;
};
