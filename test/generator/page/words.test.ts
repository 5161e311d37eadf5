import { describe, expect, it } from 'vitest';
import { countWords } from '../../../src/generator/page/words.js';

describe('words', () => {
  it.each([
    ['One small step', 3],
    ["It's a well-known fact", 4],
    ['Über die Brücke', 3],
    ['市政府公布新地铁线路规划', 6],
    ['東京 2026', 2],
    ['서울시 새 노선 발표', 4],
    ['أمطار غزيرة تغلق الطرق', 4],
    ['भारी बारिश से स्कूल बंद', 5],
    ['» … — !', 0],
    ['', 0],
  ])('%s', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});
