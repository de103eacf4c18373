import type { RouteLimits } from '../../../http/rate-limit.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';
import type { SignerOf } from './signer-of.ts';

/** The dependencies that the Autopilot routes share. */
export type AutopilotRoutesDeps = {
  readonly autopilot: AutopilotService;
  readonly signerOf: SignerOf;
  readonly limits: RouteLimits;
};
