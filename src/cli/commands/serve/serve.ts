import { defineVerb, text, texts, wholeNumber } from '../../frame.js';

export const serve = defineVerb({
  name: 'serve',
  summary: 'Run the feed service on a port',
  options: {
    host: text('ADDRESS', 'address to listen on (default 127.0.0.1)'),
    port: wholeNumber('N', 'port to listen on (default 7410; 0: any free one)', { max: 65_535 }),
    behindProxy: texts('CIDR', 'addresses of a proxy that speaks HTTPS for this service'),
  },
  examples: [['feedctl serve', 'Serve on this machine']],
  exitCodes: [],
  async run() {
    return undefined;
  },
});
