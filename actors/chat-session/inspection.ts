import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import { countText } from '../../src/values/inspection/plain-number.ts';
import { address, badge, cell, text, time } from '../../src/values/inspection/section-values.ts';
import { toned } from '../tone-of-code.ts';
import type { ChatSnapshot } from './view.ts';
import { whyChat } from './why.ts';

/** The inspection of a session for operators: its progress, without the texts of its messages. */
export const chatInspection: InspectionSpec<ChatSnapshot> = {
  // The inspection does not show the name of a conversation, because the name is the beginning of its first message.
  title: ({ context: { wallet, turns } }) => [
    text(`Chat with ${countText(turns, 'message')}`),
    ...(wallet === null ? [] : [text('of'), address(wallet)]),
  ],
  why: toned(whyChat),
  show({ value, context }) {
    const { wallet, turns, answered, current, waiting, recent } = context;
    const rows = [...(current === null ? [] : [current]), ...waiting];
    return {
      sections: [
        {
          kind: 'facts',
          title: 'Conversation',
          facts: [
            { name: 'State', value: cell(badge(String(value), value === 'idle' ? 'ok' : 'accent')) },
            { name: 'Owner', value: cell(wallet === null ? text('no wallet yet') : address(wallet)) },
            { name: 'Messages', value: cell(text(`${turns} received, ${answered} answered`)) },
          ],
        },
        {
          kind: 'table',
          title: 'Messages without an answer',
          of: 'messages',
          empty: 'All messages are answered.',
          columns: [{ title: 'Message' }, { title: 'Sent' }, { title: 'Characters' }],
          rows: rows.map(({ turn, sentAtMs, text: said }) => [
            ...[cell(text(String(turn))), cell(time(sentAtMs)), cell(text(String(said.length)))],
          ]),
        },
        {
          kind: 'table',
          title: 'Last answers',
          of: 'answers',
          empty: 'Nothing was answered yet.',
          columns: [{ title: 'Understood as' }, { title: 'Answer' }],
          rows: recent.toReversed().map(({ intent, action }) => [cell(text(intent ?? 'not understood')), cell(badge(action))]),
        },
      ],
    };
  },
};
