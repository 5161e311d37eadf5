/** Terminals drop a link whose address is longer (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const MAX_ADDRESS_LENGTH = 2083;

/**
 * The text as a link that the terminal opens (OSC 8); only the text where the address is not of the
 * web, or too long.
 */
export function hyperlink(text: string, address: string): string {
  if (!URL.canParse(address)) return text;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // An address as a URL writes it has printable ASCII only: nothing in it ends the sequence.
  if (!isWeb || href.length > MAX_ADDRESS_LENGTH) return text;
  return `\u001b]8;;${href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
