import { isLoopback } from '../base/loopback.js';
import type { Transport } from './transport.js';

/** The variables of a proxy; NO_PROXY may still except the host. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** The network as Node.js reaches it. The build for browsers has `network.browser.ts` instead. */
export async function openNetwork(base: URL): Promise<Transport> {
  // Loaded here: undici takes longer to load than a request takes.
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
