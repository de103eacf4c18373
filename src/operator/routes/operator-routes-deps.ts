import type { OperatorAuth } from '../../http/operator-auth.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ExplainActors } from '../../runtime/operator/explain-actors.ts';
import type { Operator } from '../../runtime/operator/operator.ts';
import type { Clock } from '../../values/clock.ts';
import type { Summaries } from '../inspection/create-summaries.ts';
import type { FindNamed } from '../inspection/find-named.ts';

export type OperatorRoutesDeps = {
  readonly operator: Operator;
  readonly afterRestore: ExplainActors['afterRestore'];
  readonly auth: OperatorAuth;
  /** Returns the titles and explanations of actors, in the order of their records. */
  readonly summarize: Summaries['of'];
  /** Finds the actors that a search text means although it is not part of their keys. */
  readonly named: FindNamed;
  readonly clock: Clock;
  readonly log: Log;
};
