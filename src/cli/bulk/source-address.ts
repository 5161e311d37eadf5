import { shellCommand, withBeginning } from '../frame.js';

/** Why a text is not the address of a source, and what to write instead. */
export interface AddressProblem {
  message: string;
  hint?: string;
}

/** Beyond this, words are hardly a search that somebody meant. */
const LONGEST_SEARCH = 100;

/**
 * What is wrong with a text where the address of a source is expected; null when nothing is.
 *
 * @param inFull how the hint says an address that lacks only its beginning; the address itself when
 * left out
 */
export function addressProblem(
  typed: string,
  inFull = (address: string) => address,
): AddressProblem | null {
  const text = typed.trim();
  if (!URL.canParse(text) || /^[\w.-]+:\d+(?:\/|$)/.test(text)) {
    const address = withBeginning(text);
    return {
      message: `"${typed}" is not an address.`,
      hint:
        address === null
          ? `Write it in full, such as https://example.com/news${search(text)}`
          : `Write it in full: ${inFull(address)}`,
    };
  }
  const { protocol } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return null;
  return { message: `"${typed}" cannot be read: only http and https addresses can.` };
}

function search(text: string): string {
  const isSearch = /^[\p{L}\p{N}]/u.test(text) && text.length <= LONGEST_SEARCH;
  if (!isSearch || text.includes(':')) return '';
  return `; to follow the news of it: ${shellCommand(['feedctl', 'feeds', 'create', '--keyword', text])}`;
}
