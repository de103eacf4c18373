import type { InferInput } from 'valibot';
import type { Assistant, IncomingMessage } from '../assistant.ts';
import type { replySchema } from './chat-schemas.ts';
import type { GuardWallet } from './guard-wallet.ts';

/** Sends a message, and waits for the whole answer. @throws the errors of `GuardWallet`, `Assistant.send` and `Assistant.answerTo` */
export async function answerMessage(
  message: IncomingMessage,
  request: Request,
  { assistant, guard }: { readonly assistant: Pick<Assistant, 'send' | 'answerTo' | 'settled'>; readonly guard: GuardWallet },
): Promise<InferInput<typeof replySchema>> {
  await guard(request, message.wallet);
  const accepted = await assistant.send(message);
  const { id, text, action, data } = await assistant.answerTo(accepted, request.signal);
  await assistant.settled(accepted);
  return { text, data, action, chatId: accepted.chatId, messageId: id };
}
