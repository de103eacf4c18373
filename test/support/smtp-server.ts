import { createServer, type Socket } from 'node:net';

/** How the server answers at the end of a mail: a status with text, no answer, something that is not SMTP, or the end of the connection. */
export type SmtpAnswer = { readonly status: number } | 'never' | 'garbage' | 'cut';

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines as received, without folding. */
  readonly headers: readonly string[];
  readonly text: string;
  /** Whether the server has said that it accepted the mail. */
  readonly isAccepted: boolean;
};

/** A mail server for tests: it accepts everything without a login, and answers the end of each mail as the test wants. */
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
