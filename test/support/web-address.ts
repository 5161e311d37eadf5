import fc from 'fast-check';

/** What may stand in a path as it is. */
const plain = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@",
);

/** Any character but half a pair, as percent-encoded UTF-8. */
const encoded = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => encodeURIComponent(String.fromCodePoint(point)));

const character = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: encoded });
const segment = text(character);
/** Of a query or a fragment. */
const rest = text(fc.oneof({ weight: 8, arbitrary: character }, fc.constantFrom('/', '?')));

/** The path of an address, empty or from its slash on. */
export const webPath = fc
  .array(segment, { maxLength: 5 })
  .map((segments) => segments.map((each) => `/${each}`).join(''));

/**
 * Addresses of web pages. `fc.webUrl()` gives the same, and takes a second in every process to list
 * the characters of Unicode.
 */
export function webAddress({ query = false, fragment = false } = {}): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.domain(),
      webPath,
      query ? fc.option(rest) : fc.constant(null),
      fragment ? fc.option(rest) : fc.constant(null),
    )
    .map(
      ([scheme, domain, path, search, hash]) =>
        `${scheme}://${domain}${path}${search === null ? '' : `?${search}`}${hash === null ? '' : `#${hash}`}`,
    );
}

function text(characters: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(characters, { maxLength: 10 }).map((each) => each.join(''));
}
