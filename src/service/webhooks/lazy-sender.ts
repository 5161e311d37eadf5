import type { FetcherOptions } from '../fetch/index.js';
import type { WebhookSender } from './sender.js';

/** A sender that loads the HTTP client at the first event: most commands have none to send. */
export function lazySender(options: FetcherOptions): WebhookSender {
  let loading: Promise<WebhookSender> | undefined;
  const sender = () => {
    loading ??= import('./sender.js').then(({ createSender }) => createSender(options));
    return loading;
  };
  return {
    vet: async (address) => (await sender()).vet(address),
    post: async (address, message) => (await sender()).post(address, message),
    async close() {
      await loading?.then((loaded) => loaded.close());
    },
  };
}
