/** Request headers as `node:http` gives them, or as read from a file: any case of the names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header whatever the case of its name, or null. */
export function headerValue(headers: WebhookHeaders, name: string): string | null {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name && value !== undefined) return joined(value);
  }
  return null;
}

/** One text for a header that was sent several times. */
export function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(' ');
}
