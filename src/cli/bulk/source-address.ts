import { shellCommand } from '../kit/index.js';

/** Why a text is not the address of a source, and what to write instead. */
export interface AddressProblem {
  message: string;
  hint?: string;
}

/** Beyond this, words are hardly a search that somebody meant. */
const MAX_SEARCH_LENGTH = 100;

/** What is wrong with the full address of a source; null when nothing is. */
export function addressProblem(typed: string): AddressProblem | null {
  const text = typed.trim();
  if (!URL.canParse(text) || /^[\w.-]+:\d+(?:\/|$)/.test(text)) {
    return {
      message: `"${typed}" is not an address.`,
      hint: `Write it in full, such as https://example.com/news${search(text)}`,
    };
  }
  const { protocol } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return null;
  return { message: `"${typed}" cannot be read: only http and https addresses can.` };
}

function search(text: string): string {
  const isSearch = /^[\p{L}\p{N}]/u.test(text) && text.length <= MAX_SEARCH_LENGTH;
  if (!isSearch || text.includes(':')) return '';
  return `; to follow the news of it: ${shellCommand(['feedctl', 'feeds', 'create', '--keyword', text])}`;
}
