import { TerminalError } from '../../values/errors/terminal-error.ts';
import { ownOrigin } from '../../values/loopback.ts';
import { parseWholeNumber } from '../../values/whole-number.ts';
import { createNodeChat, type NodeChat } from '../chat/node-chat.ts';
import { plainLines } from '../chat/plain-lines.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { createNodeClient } from '../operator/node-client.ts';
import { flag, JSON_OPTION, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  wallet: text('ADDRESS', 'the wallet that sends the message; default: none'),
  chat: text('ID', 'the conversation to continue; default: a new one'),
  chain: text('ID', "the wallet's current chain"),
  currency: text('CODE', 'the currency in which values are shown, such as EUR; default: dollars'),
  stream: flag('print the answer as it arrives'),
  url: text('URL', 'address of a running node'),
  token: text('TOKEN', 'access token of the wallet, for a node with ASSISTANT_AUTH=wallet'),
  ...JSON_OPTION,
};

type Sent = Parameters<NodeChat['send']>[0];

/** The command `chat`, which sends messages to the chat assistant of a running node, as a wallet's owner does. */
export const chat = defineCommand({
  name: 'chat',
  parameters: '[MESSAGE] [--wallet ADDRESS] [--chat ID] [--chain ID] [--currency CODE] [--stream] [--json]',
  summary: 'send a message to the assistant of a running node, or talk with it',
  arguments: { words: '[MESSAGE...]' },
  options: OPTIONS,
  async run({ words }, { wallet, chat: known, chain, currency, stream, url, token, json }, context) {
    const node = createNodeChat(createNodeClient({ url: url ?? ownUrl(context), token, fetch, under: '/api/v1/assistant' }));
    const of = { wallet: wallet ?? null, chainId: chainOf(chain), currency: currency ?? null };
    const tell = (message: string, chatId: string | null) => {
      const sent = { ...of, message, chatId };
      return stream === true ? streamed(node, sent, context, json === true) : whole(node, sent, context, json === true);
    };
    if (words.length > 0) {
      await tell(words.join(' '), known ?? null);
      return;
    }
    let chatId = known ?? null;
    let isTerminal = false;
    for (;;) {
      const line = await context.prompt('you> ');
      if (line === null && !isTerminal)
        throw new UsageError('give a MESSAGE, or run this command in a terminal to talk with the assistant');
      isTerminal = true;
      if (line === null || ['exit', 'quit'].includes(line.trim())) return;
      if (line.trim() !== '') chatId = (await tell(line, chatId)) ?? chatId;
    }
  },
});

/** Waits for the assistant's complete answer to a message, prints it, and returns the id of the conversation. */
async function whole(node: NodeChat, sent: Sent, { say }: CommandContext, isJson: boolean): Promise<string> {
  const answer = await node.send(sent);
  if (isJson) say(JSON.stringify(answer));
  else {
    for (const line of plainLines(answer.text)) say(line);
    sayCard(answer, say);
  }
  return answer.chatId;
}

/** Prints the assistant's answer to a message while the answer arrives, and returns the id of the conversation. */
async function streamed(node: NodeChat, sent: Sent, { say }: CommandContext, isJson: boolean): Promise<string> {
  let open = '';
  let card: Parameters<typeof sayCard>[0] | null = null;
  for await (const event of node.stream(sent)) {
    if (event.event === 'meta') card = event.data;
    if (isJson) say(JSON.stringify(event));
    else if (event.event === 'token') {
      const lines = (open + event.data).split('\n');
      open = lines.pop() ?? '';
      for (const line of plainLines(lines.join('\n'))) if (lines.length > 0) say(line);
    }
  }
  if (card === null) {
    const message = 'The node closed the connection before the answer began. The answer is added to the conversation when it is ready.';
    throw new TerminalError({ code: 'stream-empty', message });
  }
  if (!isJson) {
    if (open !== '') for (const line of plainLines(open)) say(line);
    sayCard(card, say);
  }
  return card.chatId;
}

function sayCard({ action, data, chatId }: { action: string; data: Record<string, unknown>; chatId: string }, say: (line: string) => void) {
  const { options } = data;
  if (Array.isArray(options)) {
    const labels = options.flatMap((option) => (typeof option?.label === 'string' ? [option.label] : []));
    for (const label of labels) for (const line of plainLines(`- ${label}`)) say(line);
  }
  say(`(${action}; chat ${chatId}; --json shows the data)`);
}

function chainOf(chain: string | undefined): number | null {
  if (chain === undefined) return null;
  const id = parseWholeNumber(chain);
  if (id === null) throw new UsageError('--chain must be the id of a chain, such as 8453');
  return id;
}

function ownUrl({ config }: CommandContext): string {
  const { host, port } = config();
  return ownOrigin(host, port);
}
