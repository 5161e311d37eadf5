/** What the fake answers with. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function empty(status = 204): Reply {
  return { status, headers: {}, body: '' };
}

export function html(status: number, heading: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${heading}</h1></body></html>\n`,
  };
}

/** The error object of the dialect. */
export function error(
  status: number,
  message: string,
  code: string,
  headers: Record<string, string> = {},
): Reply {
  return json(status, { message, statusCode: status, errors: [{ title: message, code }] }, headers);
}
