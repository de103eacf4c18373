import { type AnyElysia, Elysia } from 'elysia';
import { addRoute } from '../../../http/add-route.ts';
import { reply } from '../../../http/reply.ts';
import type { GuardWallet } from '../routes/guard-wallet.ts';
import type { Feedback } from './create-feedback.ts';
import { feedbackBody, feedbackSchema, presentFeedback } from './training-schemas.ts';

/** Creates the route by which users rate answers (API specification, "Notifications, feedback, training"). */
export function createFeedbackRoutes({ feedback, guard }: { readonly feedback: Feedback; readonly guard: GuardWallet }): AnyElysia {
  const app = new Elysia({ name: 'feedback', prefix: '/v1/feedback' });
  addRoute(app, {
    ...{ method: 'POST', path: '', cost: 'limited' },
    summary: 'Rate an answer of the assistant',
    description:
      'An answer has at most one feedback: new feedback replaces earlier feedback. `wallet` is the wallet of the conversation; for any other wallet the reply is 404. ' +
      'The message, the answer and the feedback become a candidate for training data, which admins review. They are deleted with the conversation.',
    input: { body: feedbackBody },
    responses: { 200: { description: 'The feedback as stored.', data: feedbackSchema } },
    async handle({ body, request }) {
      await guard(request, body.wallet);
      return reply(presentFeedback(await feedback.submit(body)));
    },
  });
  return app;
}
