export {};

// Runs many clients of a Socket.IO namespace in their own process: `socket-clients.ts URL NAMESPACE COUNT FIRST_MESSAGE`. Prints `ready`,
// and then a line each time all clients have received one more event. It uses raw WebSockets, because clients that cost as much as the
// server would mainly measure themselves.
const [url = '', namespace = '', count = '1', first = ''] = process.argv.slice(2);
const clients = Number(count);
let ready = 0;
let received = 0;
let told = 0;
const sockets: WebSocket[] = [];

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    sockets.push(socket);
    socket.onerror = () => reject(new Error('A client could not connect'));
    socket.onmessage = ({ data }) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${namespace},`);
      else if (text === '2') socket.send('3');
      // When the server has accepted the namespace, the client sends its first message and requests an acknowledgement.
      else if (text.startsWith(`40${namespace}`)) socket.send(`42${namespace},0${first}`);
      else if (text.startsWith(`43${namespace}`)) {
        ready += 1;
        resolve();
      } else if (text.startsWith(`42${namespace},["price"`)) {
        received += 1;
        if (received / clients >= told + 1) {
          told += 1;
          console.log(told);
        }
      }
    };
  });
}

for (let i = 0; i < clients; i += 50) await Promise.all(Array.from({ length: Math.min(50, clients - i) }, open));
if (ready !== clients) throw new Error(`${ready} of ${clients} clients are ready`);
console.log('ready');
