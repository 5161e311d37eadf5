/** Whether an Accept-Encoding header (RFC 9110 section 12.5.3) takes gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((entry) => {
      const [coding = '', ...parameters] = entry
        .split(';')
        .map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, q === undefined ? 1 : Number(q)];
    }),
  );
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return weight > 0;
}
