// A process of its own that asks a service as fast as it answers: over plain sockets, so that asking
// costs a fraction of answering. Told what to do by the first message, it answers with what it saw.
import { connect } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');

process.once('message', async ({ origin, requests, connections, calls }) => {
  const { hostname, port } = new URL(origin);
  const times = await ask({ hostname, port, requests, connections, calls });
  process.send(times, () => process.disconnect());
});

/** Milliseconds of each call. Fails at the first answer with another status than its request wants. */
async function ask({ hostname, port, requests, connections, calls }) {
  const times = [];
  let next = 0;
  const oneConnection = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port, noDelay: true });
      let wanted = null;
      let sentAt = 0;
      let received = 0;
      let length = null;
      let head = null;
      const send = () => {
        if (next >= calls) {
          socket.end();
          return resolve();
        }
        wanted = requests[next++ % requests.length];
        received = 0;
        length = null;
        head = null;
        sentAt = performance.now();
        socket.write(wanted.text);
      };
      socket.on('error', reject);
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        received += chunk.length;
        if (length === null) {
          head = head === null ? chunk : Buffer.concat([head, chunk]);
          const end = head.indexOf(HEADERS_END);
          if (end < 0) return;
          length = answerLength(head.toString('latin1', 0, end), end + 4, wanted.status);
        }
        if (received < length) return;
        times.push(performance.now() - sentAt);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, oneConnection));
  return times;
}

function answerLength(head, headLength, status) {
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(head.slice(0, 200));
  if (status === 304) return headLength;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length: ${head}`);
  return headLength + Number(length);
}
