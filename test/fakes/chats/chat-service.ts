import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Received, startReceiver } from '../../support/receiver.js';
import { type ChatName, messageProblem } from './limits.js';

/** One answer of a service. */
export interface ChatAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | object;
}

export interface ChatService {
  /** Address of a webhook, with its token. */
  url: string;
  /** Parts of the address that only its owner may know. */
  secrets: string[];
  /** Messages that were accepted. */
  accepted: unknown[];
  /** Everything that came. */
  received: Received[];
  /** Messages that break a limit of the service, and why. */
  problems: string[];
  /** The next requests are answered like this, one after the other; then as usual again. */
  answerNext(...answers: ChatAnswer[]): void;
}

interface Protocol {
  path: string;
  secrets: string[];
  /** Where messages are posted. */
  posts: RegExp;
  accepted: ChatAnswer;
  refused(problem: string): ChatAnswer;
}

/** The documented answers of each service. */
const PROTOCOLS: Record<ChatName, Protocol> = {
  slack: {
    path: '/services/T00000000/B00000000/slackTokenSlackToken1234',
    secrets: ['slackTokenSlackToken1234'],
    posts: /^\/services\/T00000000\/B00000000\/slackTokenSlackToken1234$/,
    accepted: { status: 200, body: 'ok' },
    refused: () => ({ status: 400, body: 'invalid_blocks' }),
  },
  discord: {
    path: '/api/webhooks/123456789012345678/discord-Token_discord-Token',
    secrets: ['discord-Token_discord-Token'],
    posts: /^\/api\/webhooks\/\d+\/[\w-]+\?(?:thread_id=\d+&)?wait=true$/,
    accepted: { status: 200, body: { id: '1', type: 0, content: '', webhook_id: '1' } },
    refused: (message) => ({ status: 400, body: { code: 50035, message, errors: {} } }),
  },
  telegram: {
    path: '/bot12345:telegramTokenTelegram/sendMessage?chat_id=@example_channel',
    secrets: ['telegramTokenTelegram', '@example_channel'],
    posts: /^\/bot12345:telegramTokenTelegram\/sendMessage$/,
    accepted: { status: 200, body: { ok: true, result: { message_id: 7, date: 1 } } },
    refused: (description) => ({ status: 400, body: { ok: false, error_code: 400, description } }),
  },
  ntfy: {
    path: '/secret_topic_4711',
    secrets: ['secret_topic_4711'],
    posts: /^\/$/,
    accepted: {
      status: 200,
      body: { id: 'sPs71M8A2T', event: 'message', topic: 'secret_topic_4711' },
    },
    refused: (error) => ({ status: 400, body: { code: 40024, http: 400, error } }),
  },
  teams: {
    path: '/webhookb2/aaaa-bbbb@cccc/IncomingWebhook/teamsTokenTeams/dddd',
    secrets: ['teamsTokenTeams'],
    posts: /^\/webhookb2\/[^/]+\/IncomingWebhook\/teamsTokenTeams\/dddd$/,
    accepted: { status: 200, body: '1' },
    refused: () => ({
      status: 200,
      body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId tcid=0.',
    }),
  },
  apprise: {
    path: '/notify/appriseKeyApprise',
    secrets: ['appriseKeyApprise'],
    posts: /^\/notify\/appriseKeyApprise$/,
    accepted: { status: 200, body: { error: '', details: [] } },
    refused: (error) => ({ status: 400, body: { error } }),
  },
};

/** A chat service on loopback that keeps its documented limits; it ends with the test. */
export async function startChat(name: ChatName): Promise<ChatService> {
  const receiver = await startReceiver();
  const { path, secrets, posts, accepted: ok, refused } = PROTOCOLS[name];
  const accepted: unknown[] = [];
  const problems: string[] = [];
  const queue: ChatAnswer[] = [];
  receiver.answer((response, message) => {
    const next = queue.shift();
    if (next !== undefined) return send(response, next);
    const problem = requestProblem(message) ?? messageProblem(name, parsed(message));
    if (problem === null) accepted.push(parsed(message));
    else problems.push(problem);
    return send(response, problem === null ? ok : refused(problem));
  });
  return {
    url: new URL(path, receiver.url).href,
    secrets,
    accepted,
    received: receiver.received,
    problems,
    answerNext: (...answers) => queue.push(...answers),
  };

  function requestProblem({ method, path: asked, headers }: Received): string | null {
    if (method !== 'POST' || !posts.test(asked)) return `${method} ${asked}`;
    return isJson(headers) ? null : 'not JSON';
  }
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return headers['content-type'] === 'application/json';
}

function parsed({ body }: Received): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: ChatAnswer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, headers).end(text);
}
