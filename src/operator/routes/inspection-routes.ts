import { type AnyElysia, Elysia } from 'elysia';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import type { ActorDetails, ActorTitle } from '../../values/inspection/actor-details.ts';
import type { Suggestions } from '../../values/inspection/suggestion.ts';
import type { Why } from '../../values/inspection/why.ts';
import { addDetailsRoute } from './details-route.ts';
import { addSuggestRoute } from './suggest-route.ts';
import { addTitlesRoute } from './titles-route.ts';
import { addWhyRoute } from './why-route.ts';

export type InspectionRoutesDeps = {
  readonly why: (id: string) => Promise<Why | null>;
  readonly suggest: (text: string) => Promise<Suggestions>;
  readonly titles: (ids: readonly string[]) => Promise<readonly ActorTitle[]>;
  readonly details: (id: string) => Promise<ActorDetails | null>;
  readonly auth: OperatorAuth;
};

/** Creates the routes that explain one actor to an operator. */
export function createInspectionRoutes(deps: InspectionRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-inspection', prefix: '/operator' });
  addWhyRoute(app, deps);
  addDetailsRoute(app, deps);
  addSuggestRoute(app, deps);
  addTitlesRoute(app, deps);
  return app;
}
