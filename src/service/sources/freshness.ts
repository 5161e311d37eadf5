/**
 * How long an answer says it stays as it is: max-age less its age, else Expires; milliseconds. Null
 * when it says nothing, or that it must be asked for each time.
 */
export function freshForMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[\s,])no-(?:cache|store)(?![\w=-])/i.test(control)) return null;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1];
  const fresh =
    maxAge === undefined ? untilExpiry(headers, now) : (Number(maxAge) - ageOf(headers)) * 1000;
  return fresh !== null && fresh > 0 ? fresh : null;
}

function ageOf(headers: Readonly<Record<string, string>>): number {
  return /^\d{1,10}$/.test(headers.age ?? '') ? Number(headers.age) : 0;
}

/** Against the server's own clock, if it tells the time: ours may differ. */
function untilExpiry(headers: Readonly<Record<string, string>>, now: number): number | null {
  const expires = Date.parse(headers.expires ?? '');
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(expires) ? null : expires - (Number.isNaN(date) ? now : date);
}
