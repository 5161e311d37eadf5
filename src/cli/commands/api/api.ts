import { defineVerb, one, text, texts } from '../../frame.js';

export const api = defineVerb({
  name: 'api',
  summary: 'Send one raw request to the service',
  description:
    'Sends one request with the credentials in use and prints the answer as it came. The path must be below /v1 of that service; redirects are not followed, so that the secret stays where it belongs. Nothing is asked, whatever the method.',
  arguments: {
    method: one('METHOD', 'GET, POST, PATCH, PUT, DELETE'),
    path: one('PATH', 'such as /v1/feeds'),
  },
  options: {
    query: texts('NAME=VALUE', 'a query parameter'),
    input: text('FILE', 'JSON body, from a file or, as -, from standard input'),
  },
  examples: [
    ['feedctl api GET /v1/feeds --query limit=5', 'Read'],
    ['echo \'{"title":"News"}\' | feedctl api PATCH /v1/feeds/a1B2c3D4e5F6g7H8 --input -', 'Write'],
  ],
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, args, options) {
    const { sendRequest } = await import('./send-request.js');
    await sendRequest(context, { ...args, ...options });
    return undefined;
  },
});
