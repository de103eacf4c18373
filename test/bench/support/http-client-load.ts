export {};

// Generates load in its own process: CONNECTIONS clients call `fetch`, one request after the other, for SECONDS; prints requests per
// second.
// It uses a complete HTTP client, as typical callers do. At about 35,000 requests per second, this client costs as much as a server that
// does nothing.
const [url = '', connections = '64', seconds = '3', keys = '1000'] = process.argv.slice(2);
const headers = { 'content-type': 'application/json' };
let answered = 0;
let order = 0;
let ended = false;

async function client(): Promise<void> {
  while (!ended) {
    order += 1;
    const body = `{"order":${order},"spent":"1000000","received":"271828"}`;
    const response = await fetch(`${url}/p${order % Number(keys)}`, { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    answered += 1;
  }
}

const clients = Promise.all(Array.from({ length: Number(connections) }, client));
// The first half second of the load is a warm-up; its replies are not counted.
await Bun.sleep(500);
const [from, startedAt] = [answered, performance.now()];
await Bun.sleep(Number(seconds) * 1_000);
const rate = ((answered - from) / (performance.now() - startedAt)) * 1_000;
ended = true;
await clients;
console.log(rate);
process.exit(0);
