// Small PNG pictures for the demo's web: icons, and landscapes for items.
import { crc32, deflateSync } from 'node:zlib';

/** A tile in one colour with a ring in it. */
export function icon([red, green, blue]) {
  const size = 64;
  return png(size, size, (x, y) => {
    const distance = Math.hypot(x - size / 2, y - size / 2);
    const isRing = (distance > 12 && distance < 18) || distance < 5;
    return isRing ? [255, 255, 255] : [red, green, blue];
  });
}

/** Hills under a sky; each number gives another one. */
export function landscape(number) {
  const [width, height] = [192, 128];
  const hue = (number * 67) % 255;
  return png(width, height, (x, y) => {
    const hill = 78 + 16 * Math.sin((x + number * 31) / 27) + 9 * Math.sin((x * 2 + number) / 19);
    const ridge = 58 + 18 * Math.sin((x + number * 57) / 41);
    if (y > hill) return [30 + hue / 8, 90 - hue / 12, 80];
    if (y > ridge) return [90 + hue / 6, 140, 150];
    return [250 - y, 205 - hue / 6 + y / 3, 160 + hue / 4];
  });
}

/** https://www.w3.org/TR/png-3/: 8 bits a colour, no filter. */
function png(width, height, colourAt) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(colourAt(x, y).map(Math.round), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
