import { gives, joinNotes, type NotesByRoute, notesOf } from '../http/docs/route-notes.ts';

const TAKE = 'Take the `id` of an actor from `GET /operator/actors`.';
const NOT_FOUND = gives('actor-not-found', 404, 'There is no actor with this id.');
const TYPE = gives('unknown-actor-type', 404, 'There is no actor type with this name.');
const CONFLICTS = gives('too-many-conflicts', 503, 'Other requests are changing the actor at the same time. Try again.');

/** Examples and errors of the operators' routes, for the API page. `type` is the actor type that the examples contain. */
export const operatorNotes = (type: string): NotesByRoute => joinNotes(actorNotes, nodeNotes(type));

const actorNotes: NotesByRoute = joinNotes(
  notesOf(
    [
      'GET /operator/actors/{id}',
      'GET /operator/actors/{id}/details',
      'GET /operator/actors/{id}/history',
      'GET /operator/actors/{id}/why',
    ],
    {
      ...{ first: TAKE, errors: [NOT_FOUND] },
    },
  ),
  {
    'GET /operator/actors': {
      query: { limit: 20, fields: 'head' },
      errors: [gives('invalid-cursor', 400, 'This cursor does not come from a page of this list.')],
    },
    'GET /operator/actors/{id}/history/{revision}': {
      ...{
        first: TAKE,
        params: { revision: 1 },
        errors: [NOT_FOUND, gives('revision-not-found', 404, 'The history of the actor has no such revision.')],
      },
    },
    'POST /operator/actors/{id}/release': { first: `${TAKE} The actor must be quarantined.`, errors: [NOT_FOUND, CONFLICTS] },
    'POST /operator/actors/{id}/restore': {
      ...{ first: TAKE, body: { revision: 1, dryRun: true } },
      errors: [
        ...[NOT_FOUND, CONFLICTS, gives('revision-not-found', 404, 'The history of the actor has no such revision.')],
        gives('not-changed-since', 409, 'The actor has not changed since then.'),
        gives('revision-moved-on', 409, 'The actor has changed since it was read. Read it again.'),
        gives('restore-refused', 409, 'The actor cannot be restored to this revision.'),
      ],
    },
    'POST /operator/actors/{id}/retry': {
      ...{ first: `${TAKE} The actor must have an effect that is not completed.`, body: {} },
      errors: [
        ...[NOT_FOUND, CONFLICTS, gives('nothing-waits', 409, 'No effect of the actor waits for another attempt.')],
        gives('effect-not-found', 404, 'The actor has no effect with this key.'),
        gives('effect-running', 409, 'The effect is running.'),
      ],
    },
    'POST /operator/actors/{id}/send': {
      ...{
        first: `${TAKE} Take an event of the actor's type from \`GET /operator/types\`.`,
        body: { event: { type: 'PAUSE' }, dryRun: true },
      },
      errors: [
        NOT_FOUND,
        CONFLICTS,
        gives('unknown-event', 400, 'Actors of this type do not accept this event from outside.'),
        gives('invalid-event', 400, 'The fields of the event do not match its schema.'),
      ],
    },
    'POST /operator/actors/{id}/tick': {
      ...{ first: TAKE },
      errors: [
        ...[NOT_FOUND, CONFLICTS, gives('not-ticked', 409, 'Actors of this type are never processed regularly (they get no ticks).')],
        gives('type-paused', 409, 'Actors of this type are paused.'),
        gives('step-failed', 500, 'The actor failed when it was processed (its tick failed).'),
        gives('facts-unavailable', 409, 'Data that the actor needs, such as prices, could not be read.'),
      ],
    },
  },
);

const nodeNotes = (type: string): NotesByRoute =>
  joinNotes(
    {
      'POST /operator/bulk': {
        body: { act: 'tick', filter: { type }, dryRun: true },
        errors: [gives('filter-empty', 400, 'The filter is empty and would select every actor. If you want this, set `all` to true.')],
      },
      'POST /operator/deferred/drop': {
        ...{ first: 'Take the `id` of an event from `GET /operator/deferred`.', body: { id: '31337/1', reason: 'It is not needed.' } },
      },
      'POST /operator/deferred/retry': { first: 'Take the `id` of an event from `GET /operator/deferred`.', body: { id: '31337/1' } },
      'POST /operator/node/drain': {
        ...{
          first: 'Take `nodeId` from `GET /operator/node`. The node then accepts no new work until it is restarted.',
          body: { nodeId: 'node-1' },
        },
        errors: [gives('other-node', 409, 'This is not the node that the request names. Send the request to the address of that node.')],
      },
      'GET /operator/feed': {
        errors: [
          gives(
            'last-event-id-invalid',
            400,
            'The header Last-Event-ID is not an id of this stream. Send the last id that you received, or no header to start with new events.',
          ),
        ],
      },
      'POST /operator/session': {
        first: 'Use an operator token from the setting OPERATOR_TOKEN.',
        body: { token: 'a-token-of-the-operator' },
      },
      'POST /operator/session/by-link': {
        ...{ first: 'Take the code of `POST /operator/session/links`.', body: { code: 'a-code' } },
        errors: [
          gives(
            'sign-in-link-wrong',
            401,
            'This sign-in link was used before, has expired, or belongs to another node. "npx coxswain inspector link" makes a new one.',
          ),
        ],
      },
      'POST /operator/session/links': {
        errors: [gives('inspector-off', 409, 'This node has no inspector to sign in to (INSPECTOR=off).')],
      },
      'POST /operator/snapshots/import': { body: { records: [], apply: false } },
      'POST /operator/types/{type}/pause': {
        ...{ params: { type }, body: { reason: 'Maintenance' } },
        errors: [
          TYPE,
          gives('already-paused', 409, 'Actors of this type are already paused.'),
          gives('pause-changed', 503, 'Another operator has just paused or resumed the type. Read its state, and try again.'),
        ],
      },
      'POST /operator/types/{type}/resume': {
        ...{ first: 'Pause the type with `POST /operator/types/{type}/pause`.', params: { type } },
        errors: [TYPE, gives('not-paused', 409, 'Actors of this type are not paused.')],
      },
    },
    notesOf(['POST /operator/deferred/drop', 'POST /operator/deferred/retry'], {
      errors: [gives('deferred-not-found', 404, 'There is no deferred event with this id.')],
    }),
  );
