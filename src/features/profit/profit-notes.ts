import { gives, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

/** Possible errors of the routes of profit and loss, for the page of API documentation. */
export const profitNotes: NotesByRoute = notesOf(['GET /v1/profit/{wallet}', 'GET /v1/profit/{wallet}/fills.csv'], {
  errors: [gives('profit-record-not-found', 404, 'The wallet has no position or agent with this id that has made a trade.')],
});
