import { expect, test } from 'bun:test';
import { openContext } from '../../../src/http/request-context.ts';
import type { SocketStream } from '../../../src/http/socket-stream.ts';
import { sseReply } from '../../../src/http/sse.ts';
import { socketResponse } from '../../../src/http/web-socket.ts';
import { waitFor } from '../../support/wait-for.ts';

/** A WebSocket connection whose client accepts bytes only when the test allows it. */
function openSocket(frames: readonly string[]) {
  const sent: string[] = [];
  let waiting = 0;
  const streams: SocketStream[] = [];
  const request = new Request('http://localhost/', { headers: { upgrade: 'websocket' } });
  const context = openContext(request, 'r-1', new AbortController().signal, null, (_request, { data }) => {
    streams.push(data);
    return true;
  });
  const reply = sseReply({
    isSocketToo: true,
    async *frames() {
      yield frames.map((data) => ({ data }));
    },
    onError(error) {
      throw error;
    },
  });
  socketResponse(reply, request, context);
  const [opened] = streams;
  if (opened === undefined) throw new Error('The request was not upgraded');
  let closedWith: number | undefined;
  opened.opened({
    send(data) {
      sent.push(String(data));
      waiting += 10;
      return -1;
    },
    getBufferedAmount: () => waiting,
    readyState: WebSocket.OPEN,
    close: (code) => {
      closedWith = code;
    },
  });
  return {
    sent,
    closedWith: () => closedWith,
    take(bytes: number) {
      waiting -= bytes;
      opened.drained();
    },
    leave: () => opened.closed(1000, ''),
  };
}

test('a socket gets no more until its client has read all waiting bytes: messages beyond the bound are dropped', async () => {
  const socket = openSocket(['one', 'two']);
  await waitFor(() => socket.sent.length > 0, { what: 'the first message' });
  socket.take(9);
  await new Promise(setImmediate);
  expect(socket.sent).toEqual(['one']);
  socket.take(1);
  await waitFor(() => socket.sent.length > 1, { what: 'the second message' });
  expect(socket.sent).toEqual(['one', 'two']);
});

test('a client that leaves while messages wait ends the sending', async () => {
  const socket = openSocket(['one', 'two']);
  await waitFor(() => socket.sent.length > 0, { what: 'the first message' });
  socket.leave();
  await waitFor(() => socket.closedWith() !== undefined, { what: 'the end' });
  expect(socket.sent).toEqual(['one']);
});
