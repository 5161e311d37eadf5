import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
  text: string;
}

interface Options {
  method?: string;
  headers?: Record<string, string>;
  /** Certificate to trust. */
  ca?: string;
  body?: string;
  /** The request target, when it is not the path of the address. */
  path?: string;
}

/** One request with exactly these headers, `Host` included; nothing is decoded or followed. */
export async function send(url: string, { body, ...options }: Options = {}): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.startsWith('https:') ? secure : plain)(url, { agent: false, ...options });
    request.once('response', resolve).once('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: bytes,
    text: bytes.toString('utf8'),
  };
}
