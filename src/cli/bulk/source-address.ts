import { isUrl } from '../../base/url.js';
import { shellCommand, webAddress } from '../kit/index.js';
import type { UrlSource } from '../sources/model.js';
import { withoutCredentials } from '../sources/secret-reference.js';
import type { InvalidSource, Wanted } from './make-feed.js';

/** Why a text is not the address of a source, and how to fix it. */
interface AddressProblem {
  message: string;
  hint?: string;
}

/** Maximum length of a text that may be a search; longer ones are no search. */
const MAX_SEARCH_LENGTH = 100;

/** The problem with the full address of a source; null when it is valid. */
export function addressProblem(typed: string): AddressProblem | null {
  const text = typed.trim();
  if (text === '') return { message: 'Type an address, such as example.com/news.' };
  if (!isUrl(text) || /^[\w.-]+:\d+(?:\/|$)/.test(text)) {
    return {
      message: `"${typed}" is not an address.`,
      hint: `Type an address, such as example.com/news${search(text)}`,
    };
  }
  const { protocol } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return null;
  return { message: `"${typed}" is not supported: only http and https addresses are.` };
}

function search(text: string): string {
  const isSearch = /^[\p{L}\p{N}]/u.test(text) && text.length <= MAX_SEARCH_LENGTH;
  if (!isSearch || text.includes(':')) return '';
  return `; for a news search: ${shellCommand(['feedctl', 'feeds', 'create', '--keyword', text])}`;
}

const HAS_LOGIN =
  'The address has a user name or password. Put them into a file and pass --basic-auth @FILE; feedctl import takes such addresses from files.';

/** Parses an address as pasted. */
export function wantedAddress(typed: string): (Wanted & { source: UrlSource }) | InvalidSource {
  const input = typed.trim();
  const url = webAddress(input);
  const login = withoutCredentials(url);
  if (login !== null) return { input: login.address, problem: HAS_LOGIN };
  const problem = addressProblem(url);
  if (problem === null) return { input, source: { url } };
  return { input, problem: [problem.message, problem.hint].filter(Boolean).join(' ') };
}
