import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../base/loopback.js';
import { ConfigurationError } from './errors.js';
import { CONNECT_TIMEOUT_MS, joinFields, KEEP_ALIVE_MS, readBody } from './response-body.js';
import type { Transport } from './transport.js';

/**
 * The network with kept-alive connections and the proxy of `HTTPS_PROXY` and `NO_PROXY`. Loopback
 * never uses a proxy, which would see the secret in plain HTTP.
 *
 * @throws {@link ConfigurationError} if the variable of the proxy is no address
 */
export function undiciTransport(base: URL): Transport {
  const dispatcher = makeDispatcher(base);
  return {
    async send({ method, url, headers, body, signal }) {
      const answer = await dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers, 'accept-encoding': 'gzip' },
        body: body ?? null,
        signal,
      });
      const fields = joinFields(answer.headers);
      const text = await readBody(answer.body, fields);
      // undici releases a connection one turn later; an earlier call would open a second one.
      await nextTurn();
      return { status: answer.statusCode, headers: fields, text };
    },
    close: () => dispatcher.close(),
  };
}

function makeDispatcher(base: URL): Dispatcher {
  const options = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The attempt has its own deadline; a creation may take a minute.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (isLoopback(base.hostname)) return new Agent(options);
  try {
    return new EnvHttpProxyAgent(options);
  } catch (cause) {
    throw new ConfigurationError('proxy', 'HTTPS_PROXY or HTTP_PROXY is not a usable address.', {
      cause,
      suggestion: 'Write it as http://host:port, or unset it.',
    });
  }
}
