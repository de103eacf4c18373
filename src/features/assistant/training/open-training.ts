import type { AnyElysia } from 'elysia';
import type { Log } from '../../../platform/log/log.ts';
import type { RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import type { Guard } from '../../admin/admin-guards.ts';
import type { Audit } from '../../admin/create-audit.ts';
import type { Messages } from '../create-messages.ts';
import type { ReadConversation } from '../read-conversation.ts';
import { createFeedback, type Feedback } from './create-feedback.ts';
import { createTraining } from './create-training.ts';
import { createExportTraining } from './export-training.ts';
import { createTrainingRoutes } from './training-routes.ts';

/**
 * Creates the service for feedback, and the routes for reviewing feedback. The routes exist under three path prefixes: that of the API
 * specification, one for admins, and one for operators.
 */
export function openTraining(deps: {
  readonly records: RecordStore;
  readonly read: ReadConversation;
  readonly messages: Pick<Messages, 'find'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly admin: { readonly guards: { readonly admins: Guard; readonly operators: Guard }; readonly audit: Pick<Audit, 'record'> };
}): { readonly feedback: Feedback; readonly routes: readonly AnyElysia[] } {
  const { records, clock, log } = deps;
  const { guards, audit } = deps.admin;
  const training = createTraining({ records, audit, clock });
  const exportTraining = createExportTraining({ records, clock, log });
  const at = (prefix: string, guard: Guard) => createTrainingRoutes({ prefix, guard, training, exportTraining });
  return {
    feedback: createFeedback(deps),
    routes: [at('/v1/training', guards.admins), at('/admin/training', guards.admins), at('/operator/admin/training', guards.operators)],
  };
}
