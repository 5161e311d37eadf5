import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Received, startReceiver } from '../support/receiver.js';
import type { ChatAnswer } from './chat-fake.js';
import { type ChatName, FAKES, messageProblem } from './chats.js';

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

/** A chat service on loopback that keeps its documented limits; it ends with the test. */
export async function startChat(name: ChatName): Promise<ChatService> {
  const receiver = await startReceiver();
  const { path, secrets, posts, accepted: ok, refused } = FAKES[name];
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
