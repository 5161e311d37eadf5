import { flag, many, text, texts } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const api = defineVerb({
  name: 'api',
  summary: 'Send one raw request to the service',
  description:
    'Sends one request with the credentials in use and prints the answer as it came. Without a METHOD it is a GET, or a POST where --field or --input gives it a body. The path must be below /v1 of that service; redirects are not followed, so that the secret stays where it belongs. Nothing is asked, whatever the method.',
  arguments: { request: many('METHOD|PATH', 'GET, POST, PATCH, PUT or DELETE; such as /v1/feeds') },
  options: {
    query: texts('NAME=VALUE', 'a query parameter'),
    field: texts(
      'NAME=VALUE',
      'a field of a JSON body; what is JSON (1, true, null, "…", […], {…}) is read as such',
      {
        short: 'F',
      },
    ),
    input: text('FILE', 'JSON body, from a file or, as -, from standard input'),
    paginate: flag('every page of a list, as one array'),
  },
  examples: [
    ['feedctl api /v1/feeds --query limit=5', 'Read'],
    ['feedctl api /v1/feeds --paginate -o jsonl', 'The whole list, one JSON object a line'],
    ['feedctl api PATCH /v1/feeds/a1B2c3D4e5F6g7H8 -F title=News', 'Write'],
    ['feedctl api POST /v1/feeds --input feed.json', 'Write, with a body from a file'],
  ],
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { request }, options) {
    const { sendRequest } = await import('./send-request.js');
    await sendRequest(context, request, options);
    return undefined;
  },
});
