import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

/** Example requests and possible errors of the routes of notifications, for the page of API documentation. */
export const notificationNotes: NotesByRoute = joinNotes(
  notesOf(['POST /notifications/read-all', 'POST /v1/notifications/read-all'], { body: { walletAddress: SAMPLE.wallet } }),
  notesOf(['POST /notifications/{id}/read', 'POST /v1/notifications/{id}/read'], {
    ...{ first: 'Take the `id` of a notification from `GET /notifications`.', body: { walletAddress: SAMPLE.wallet } },
    errors: [gives('notification-not-found', 404, 'No notification with this id exists.')],
  }),
);
