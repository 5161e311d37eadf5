import * as z from 'zod';
import { CHATS } from '../../src/resources/chats.js';
import type { ChatFake, RecordedAnswers } from './chat-fake.js';

/** Every service of somebody else: each has a folder in test/messages, with a fake and recorded answers. */
export type ChatName = keyof typeof CHATS;
export const CHAT_NAMES = Object.keys(CHATS) as ChatName[];

export const FAKES = await ofEach<ChatFake>('fake');
export const ANSWERS = await ofEach<RecordedAnswers>('answers');

async function ofEach<T>(part: 'fake' | 'answers'): Promise<Record<ChatName, T>> {
  const parts = CHAT_NAMES.map(async (name) => {
    // By its address: vite caches which names a pattern has, and would miss a new folder.
    const { href } = new URL(`../messages/${name}/${part}.ts`, import.meta.url);
    return [name, (await import(/* @vite-ignore */ href))[part]];
  });
  return Object.fromEntries(await Promise.all(parts)) as Record<ChatName, T>;
}

/** Why a service would refuse a message; null when it accepts it. */
export function messageProblem(chat: ChatName, body: unknown): string | null {
  const result = FAKES[chat].schema.safeParse(body);
  return result.success ? null : z.prettifyError(result.error);
}
