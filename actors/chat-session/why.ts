import { clause, countText } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import type { ChatSnapshot } from './view.ts';

/** Explains to operators what a chat session waits for. */
export function whyChat({ value, context }: ChatSnapshot, nowMs: number): OwnWhy {
  const { current, waiting, understood, failure, pending, answered, lastAction } = context;
  const details = [
    ...(waiting.length === 0 ? [] : [`${countText(waiting.length, 'later message')} of the user wait until this message is answered.`]),
    ...(lastAction === null ? [] : [`${countText(answered, 'message')} answered; the last answer was "${lastAction}".`]),
  ];
  const since = current === null ? '' : ` The user sent the message at ${whenText(current.sentAtMs, nowMs)}.`;
  switch (value) {
    case 'understanding':
      return {
        code: 'chat-understanding',
        sentence: `The assistant is finding out what message ${current?.turn ?? 0} asks for.${since}`,
        details,
      };
    case 'answering': {
      const what = `"${understood?.intent ?? 'unknown'}", understood with confidence ${understood?.confidence ?? 0}`;
      return {
        code: 'chat-answering',
        sentence: `The answer to message ${current?.turn ?? 0} is being prepared: ${what}.${since}`,
        details,
      };
    }
    case 'apologizing': {
      const reason = clause(failure ?? '');
      return {
        code: 'chat-apologizing',
        sentence: `Message ${current?.turn ?? 0} cannot be answered: ${reason}. The assistant is telling the user.`,
        details,
      };
    }
    case 'deleted':
      return {
        code: 'chat-deleted',
        sentence: 'The user deleted the conversation. The next clean-up will remove its record.',
        details: [],
      };
    default: {
      if (pending === null || pending.untilMs <= nowMs)
        return { code: 'chat-idle', sentence: "The conversation waits for the user's next message.", details };
      const asked = pending.missing.length === 0 ? 'a choice' : pending.missing.join(', ');
      const sentence = `The assistant asked the user for details of "${pending.intent}" (${asked}), and waits for an answer until ${whenText(pending.untilMs, nowMs)}.`;
      const options = pending.options.length === 0 ? [] : [`${countText(pending.options.length, 'option')} offered.`];
      return { code: 'chat-asked-back', sentence, details: [...options, ...details] };
    }
  }
}
