import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const generator = fileURLToPath(new URL('./load-generator.js', import.meta.url));

/** The text of a request. */
export function get(path, origin, headers) {
  return `GET ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${headers}\r\n`;
}

/** Milliseconds of each call that a process of its own makes, as fast as it is answered. */
export function load(origin, { requests, calls, connections = 32 }) {
  const child = fork(generator);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send({ origin, requests, connections, calls });
  });
}
