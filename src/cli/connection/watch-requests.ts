import type { Hooks } from '../../client/index.js';
import type { Notes } from '../output/notes.js';

/** `--debug`: a line for every attempt. The events hold no credentials. */
export function watchRequests(notes: Notes): Hooks {
  return {
    onRequest({ method, url, headers, body, attempt }) {
      const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
      notes.debug(`> ${method} ${url}${again}`);
      for (const [name, value] of Object.entries(headers)) notes.debug(`> ${name}: ${value}`);
      notes.debug('> authorization: Bearer ***:***');
      if (body !== undefined) notes.debug(`> ${body}`);
    },
    onResponse({ status, durationMs, headers, error, retryInMs }) {
      const took = `${Math.round(durationMs)} ms`;
      notes.debug(`< ${status ?? error?.message ?? 'no answer'} in ${took}`);
      const id = headers['x-request-id'];
      if (id !== undefined) notes.debug(`< x-request-id: ${id}`);
      if (retryInMs !== undefined) notes.debug(`  trying again in ${Math.round(retryInMs)} ms`);
    },
  };
}
