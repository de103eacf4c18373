import type { SentMessage, Shown, StoredRow } from './commands.ts';

/** A message as the campaign knows it: whether it was acknowledged, and the answer that its client got. */
export type Followed = SentMessage & { readonly isAcknowledged: boolean; readonly answer: string | null };

/**
 * Compares a conversation with the messages that were sent to it. Each acknowledged message must have exactly one message of the user and
 * one of the bot, each other message at most one, in order; and the answer that a client got must be the stored one.
 */
export function checkConversation(
  followed: readonly Followed[],
  { rows, listed }: { readonly rows: readonly StoredRow[]; readonly listed: readonly string[] },
): readonly string[] {
  const problems: string[] = [];
  const users = rows.filter(({ senderType }) => senderType === 'user');
  const bots = rows.filter(({ senderType }) => senderType === 'bot');
  for (const { text, isAcknowledged, answer } of followed) {
    const own = users.filter((row) => row.text === text);
    if (own.length > 1) problems.push(`"${text}" is stored ${own.length} times`);
    if (own.length === 0 && isAcknowledged) problems.push(`"${text}" was acknowledged, and is not in the conversation`);
    for (const { turn } of own) {
      const replies = bots.filter((row) => row.turn === turn);
      if (replies.length !== 1) problems.push(`"${text}" has ${replies.length} messages of the bot`);
      for (const reply of replies) {
        const isOwn = reply.action === 'error' ? text.includes('fails') : reply.text.includes(`to ${text} `);
        if (!isOwn) problems.push(`"${text}" is answered with "${reply.text}"`);
        if (answer !== null && answer !== reply.text)
          problems.push(`the client of "${text}" got "${answer}", and "${reply.text}" is stored`);
      }
    }
  }
  const strangers = users.filter((row) => !followed.some(({ text }) => text === row.text));
  for (const { text } of strangers) problems.push(`"${text}" was never sent to this conversation`);
  const inOrder = rows.every(
    ({ position, turn, senderType }, at) =>
      position === at + 2 && turn === 1 + Math.floor(at / 2) && (at % 2 === 0) === (senderType === 'user'),
  );
  if (!inOrder) problems.push(`the messages are not in order: ${rows.map(({ turn, senderType }) => `${turn} ${senderType}`).join(', ')}`);
  if (JSON.stringify(listed) !== JSON.stringify(rows.map(({ text }) => text))) problems.push('clients list something else than is stored');
  return problems;
}

/** Each answer that a client was shown at once must be stored once, with the same text. */
export function checkShown(shown: readonly Shown[], rows: readonly StoredRow[]): readonly string[] {
  return shown.flatMap(({ chatId, turn, text }) => {
    const stored = rows.filter((row) => row.senderType === 'bot' && row.turn === turn);
    return stored.length === 1 && stored[0]?.text === text
      ? []
      : [`turn ${turn} of ${chatId} was shown as "${text}", and is stored as ${JSON.stringify(stored)}`];
  });
}
