import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a subscriber or a publisher made. */
export interface HubRequest {
  mode: string;
  /** One, or several of a publisher. */
  topics: string[];
  callback: string | null;
  secret: string | null;
  leaseSeconds: string | null;
}

export interface HubSubscription {
  topic: string;
  callback: string;
  secret: string | null;
  leaseSeconds: number;
}

export interface HubOptions {
  /** How intents are verified; `once` after the answer, as the recommendation has it. */
  verify?: 'once' | 'twice' | 'before-answer' | 'never' | 'deny';
  /** The lease granted; what was asked for when left out. */
  leaseSeconds?: number;
  /** The status of the answer to a subscription; 202 when left out. */
  status?: number;
  /** Location of that answer. */
  location?: string;
  method?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
}

/** What is sent instead of what a faithful hub sends. */
export interface Distribution {
  body: string | Buffer;
  contentType?: string;
  /** Null: no Link header. */
  self?: string | null;
  signature?: string | null;
}

/** A hub of W3C WebSub on loopback. */
export interface FakeHub {
  url: string;
  options: HubOptions;
  requests: HubRequest[];
  /** Answers of callbacks to verifications: status and whether the challenge came back. */
  verifications: { mode: string; status: number; echoed: boolean }[];
  /** By callback. */
  subscriptions: Map<string, HubSubscription>;
  /** Sends a document to the subscribers of a topic; the statuses of their answers. */
  distribute(topic: string, distribution: Distribution): Promise<number[]>;
  /** Sends to one callback, subscribed or not. */
  send(callback: string, topic: string, distribution: Distribution): Promise<number>;
}

export async function startFakeHub(options: HubOptions = {}): Promise<FakeHub> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const hub: FakeHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    options,
    requests: [],
    verifications: [],
    subscriptions: new Map(),
    distribute: async (topic, distribution) => {
      const of = [...hub.subscriptions.values()].filter((one) => one.topic === topic);
      return Promise.all(of.map(({ callback }) => hub.send(callback, topic, distribution)));
    },
    async send(callback, topic, { body, contentType = 'application/rss+xml', self, signature }) {
      const secret = hub.subscriptions.get(callback)?.secret ?? 'unknown';
      const method = hub.options.method ?? 'sha256';
      const signed = `${method}=${createHmac(method, secret).update(body).digest('hex')}`;
      const header = signature === undefined ? signed : signature;
      const link = `<${hub.url}>; rel="hub", <${self ?? topic}>; rel="self"`;
      const response = await fetch(callback, {
        method: 'POST',
        headers: {
          'Content-Type': contentType,
          ...(self === null ? {} : { Link: link }),
          ...(header === null ? {} : { 'X-Hub-Signature': header }),
        },
        body,
      });
      return response.status;
    },
  };
  return hub;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const asked: HubRequest = {
      mode: form.get('hub.mode') ?? '',
      topics: [...form.getAll('hub.topic'), ...form.getAll('hub.url')],
      callback: form.get('hub.callback'),
      secret: form.get('hub.secret'),
      leaseSeconds: form.get('hub.lease_seconds'),
    };
    hub.requests.push(asked);
    const { status = asked.mode === 'publish' ? 204 : 202, location, verify } = hub.options;
    if (verify === 'before-answer') await handle(asked);
    response.writeHead(status, location === undefined ? {} : { Location: location }).end();
    if (status < 300 && verify !== 'before-answer') await handle(asked);
  }

  async function handle({ mode, topics, callback, secret, leaseSeconds }: HubRequest) {
    const [topic] = topics;
    if (callback === null || topic === undefined || !/^(?:un)?subscribe$/.test(mode)) return;
    const { verify = 'once' } = hub.options;
    if (verify === 'never') return;
    if (verify === 'deny') {
      await get(callback, { 'hub.mode': 'denied', 'hub.topic': topic, 'hub.reason': 'Not you' });
      return;
    }
    const lease = hub.options.leaseSeconds ?? Number(leaseSeconds ?? 86_400);
    for (let times = verify === 'twice' ? 2 : 1; times > 0; times -= 1) {
      const challenge = randomBytes(16).toString('hex');
      const { status, text } = await get(callback, {
        'hub.mode': mode,
        'hub.topic': topic,
        'hub.challenge': challenge,
        ...(mode === 'subscribe' && { 'hub.lease_seconds': String(lease) }),
      });
      const echoed = text === challenge;
      // Before it is told to others, so that who sees the verification sees the subscription.
      if (status === 200 && echoed && mode === 'subscribe') {
        hub.subscriptions.set(callback, { topic, callback, secret, leaseSeconds: lease });
      }
      if (status === 200 && echoed && mode === 'unsubscribe') hub.subscriptions.delete(callback);
      hub.verifications.push({ mode, status, echoed });
    }
  }
}

async function get(callback: string, parameters: Record<string, string>) {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
}
