import { createServer, type Socket } from 'node:net';

/**
 * How the server answers when a mail is complete: with an SMTP status, not at all (`never`), with bytes that are not SMTP (`garbage`), or
 * by closing the connection (`cut`).
 */
export type SmtpAnswer = { readonly status: number } | 'never' | 'garbage' | 'cut';

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** The mail's header lines as received; a folded header line is joined to one line. */
  readonly headers: readonly string[];
  readonly text: string;
  /** Whether the server has replied to the client that it accepts the mail. */
  readonly isAccepted: boolean;
};

/**
 * Starts an SMTP server for tests. It accepts all senders and recipients without a login. The test determines the answer to each complete
 * mail.
 */
export async function startSmtpServer(answer: (mail: ReceivedMail) => SmtpAnswer = () => ({ status: 250 })) {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (mail) => {
      const how = answer(mail);
      mails.push({ ...mail, isAccepted: typeof how === 'object' && how.status === 250 });
      return how;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function serve(socket: Socket, take: (mail: ReceivedMail) => SmtpAnswer): void {
  let [buffer, data, from] = ['', null as string[] | null, ''];
  let to: string[] = [];
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 mail.test ESMTP');
  socket.on('data', (chunk) => {
    buffer += String(chunk);
    for (let end = buffer.indexOf('\r\n'); end !== -1; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (data === null) command(line);
      else if (line !== '.') data.push(line.startsWith('..') ? line.slice(1) : line);
      else {
        finish(data);
        data = null;
      }
    }
  });

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250 mail.test');
    else if (verb === 'MAIL') {
      from = line;
      to = [];
      say('250 ok');
    } else if (verb === 'RCPT') {
      to.push(/<([^>]*)>/.exec(line)?.[1] ?? line);
      say('250 ok');
    } else if (verb === 'DATA') {
      data = [];
      say('354 go on');
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  }

  function finish(lines: readonly string[]): void {
    const gap = lines.indexOf('');
    const headers = lines
      .slice(0, gap)
      .join('\n')
      .replaceAll(/\n[ \t]+/g, ' ')
      .split('\n');
    const text = lines.slice(gap + 1).join('\n');
    const how = take({ from, to, headers, text, isAccepted: false });
    if (how === 'cut') socket.destroy();
    else if (how === 'garbage') socket.write('\u0000\u0001 what?\r\n');
    else if (how !== 'never') say(`${how.status} as the test wants`);
  }
}
