import { isLoopback } from '../base/loopback.js';
import type { Transport } from './transport.js';

/** Variables that name a proxy; NO_PROXY may still exclude the host. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** The network of Node.js. The build for browsers uses `network.browser.ts` instead. */
export async function openNetwork(base: URL): Promise<Transport> {
  // undici is loaded only for a proxy: loading takes longer than a request.
  if (isLoopback(base.hostname) || !hasProxy(process.env)) {
    const { nodeTransport } = await import('./node-transport.js');
    return nodeTransport(base);
  }
  const { undiciTransport } = await import('./undici-transport.js');
  return undiciTransport(base);
}

function hasProxy(env: NodeJS.ProcessEnv): boolean {
  return PROXY_VARIABLES.some((name) => (env[name] ?? '') !== '');
}
